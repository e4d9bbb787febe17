import type { ReactNode } from 'react'

/** Title of a page, with a sentence about it. */
export function PageTitle({
  title,
  lead,
  above,
  children,
}: {
  title: ReactNode
  lead?: ReactNode
  /** Link to the parent page. */
  above?: ReactNode
  /** Actions, at the end of the line. */
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1.5">
        {above && <div className="text-sm text-muted">{above}</div>}
        <h1 className="text-2xl text-balance wrap-anywhere sm:text-3xl">{title}</h1>
        {lead && <p className="max-w-prose text-md text-muted text-pretty sm:text-base">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
