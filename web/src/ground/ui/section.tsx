import { type ReactNode, useId } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface SectionProps {
  id?: string
  title: string
  /** One sentence about what it shows. */
  lead?: ReactNode
  /** How many there are. */
  count?: string | undefined
  /** Where more of it is: stands at the end of the line of the heading. */
  wayOn?: ReactNode
  children: ReactNode
}

/** A part of a page that has a heading, and an address when `id` is given. */
export function Section({ id, title, lead, count, wayOn, children }: SectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid min-w-0 scroll-mt-20 grid-cols-1 content-start gap-4"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <div className="flex items-baseline gap-2.5">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            {count !== undefined && <span className="text-sm text-muted tabular-nums">{count}</span>}
          </div>
          {wayOn}
        </div>
        {lead && <p className="max-w-prose text-md text-muted text-pretty">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

/** What stands in a section that has nothing to show. */
export function NothingHere({ icon = 'node', children }: { icon?: IconName; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 rounded-lg border border-dashed border-line px-4 py-6 text-sm text-muted">
      <Icon name={icon} className="size-6 text-edge" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
