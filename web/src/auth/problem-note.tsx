import type { ReactNode } from 'react'
import { useText } from '../site.ts'
import { Icon } from '../ui/icon.tsx'
import { problemText } from './problem-text.ts'

/** What was refused, and what to do about it. */
export function ProblemNote({ problem, children }: { problem: unknown; children?: ReactNode }) {
  const t = useText('auth')
  if (problem === undefined) return null
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
      <Icon name="warning" className="mt-0.5" />
      <div className="grid min-w-0 gap-2">
        <p className="text-pretty">{problemText(t, problem)}</p>
        {children}
      </div>
    </div>
  )
}
