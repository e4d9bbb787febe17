import { type ReactNode, useId } from 'react'

/** A section of the account page. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {lead && <p className="max-w-prose text-sm text-muted text-pretty">{lead}</p>}
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
