import { type ReactNode, useId } from 'react'

/** A part of a page that has a heading, and an address when `id` is given. */
export function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="grid min-w-0 grid-cols-1 scroll-mt-6 gap-3">
      <h2 id={titleId} className="text-lg font-semibold">
        {title}
      </h2>
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
