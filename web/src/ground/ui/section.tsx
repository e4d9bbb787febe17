import { type ReactNode, useId } from 'react'

interface SectionProps {
  id?: string
  title: string
  /** Where more of it is: stands at the end of the line of the heading. */
  wayOn?: ReactNode
  children: ReactNode
}

/** A part of a page that has a heading, and an address when `id` is given. */
export function Section({ id, title, wayOn, children }: SectionProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="grid min-w-0 grid-cols-1 scroll-mt-6 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        {wayOn}
      </div>
      {children}
    </section>
  )
}

/** What stands in a section that has nothing to show. */
export function NothingHere({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-md border border-dashed border-line px-4 py-6 text-sm text-muted">{children}</p>
  )
}
