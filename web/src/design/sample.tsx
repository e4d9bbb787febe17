import type { ReactNode } from 'react'
import { Section } from '../ground/ui/section.tsx'

/** A part of the page, with samples in a row that wraps. */
export function Samples({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  return (
    <Section id={id} title={name}>
      <div className="grid grid-cols-1 gap-5">{children}</div>
    </Section>
  )
}

/** One component in its states, below their names. */
export function Sample({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <p className="font-mono text-xs text-muted" dir="ltr">
        {of}
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}
