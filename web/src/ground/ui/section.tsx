import { type ReactNode, useId } from 'react'

interface SectionProps {
  id?: string
  title: string
  /** Link to more content, at the end of the heading's line. */
  wayOn?: ReactNode
  children: ReactNode
}

/** A page section with a heading. With an `id`, it can be linked to. */
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

/** Placeholder for an empty section. */
export function NothingHere({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-md border border-dashed border-line px-4 py-6 text-sm text-muted">{children}</p>
  )
}
