import { type ReactNode, useId } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface SectionProps {
  id?: string
  title: string
  /** One sentence about what it shows. */
  lead?: ReactNode
  /** Number of items. */
  count?: string | undefined
  /** Link to more content, at the end of the heading's line. */
  wayOn?: ReactNode
  children: ReactNode
}

/** A page section with a heading. With an `id`, it can be linked to. */
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

/** Placeholder for an empty section. */
export function NothingHere({ icon = 'node', children }: { icon?: IconName; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 rounded-lg border border-dashed border-line px-4 py-6 text-sm text-muted">
      <Icon name={icon} className="size-6 text-edge" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
