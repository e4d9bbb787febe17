import { type ReactNode, useId } from 'react'

interface Part {
  /** Makes the part a link target. */
  id?: string
  title: string
  lead?: string
  /** Shown at the end of the heading's line. */
  action?: ReactNode
  children: ReactNode
}

/** A boxed section of a settings page. */
export function Part({ id, title, lead, action, children }: Part) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid scroll-mt-20 gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid gap-1">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          {lead && <p className="max-w-prose text-sm text-muted text-pretty">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A row with a description and an action. */
export function PartRow({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 items-center gap-3">{children}</div>
      {action}
    </li>
  )
}
