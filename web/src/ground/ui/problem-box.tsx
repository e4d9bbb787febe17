import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Alert with the reason of a failure and ways to continue. */
export function ProblemBox({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
      <Icon name="warning" className="mt-0.5" />
      <div className="grid min-w-0 gap-2 wrap-anywhere">
        <p className="text-pretty">{text}</p>
        {children}
      </div>
    </div>
  )
}
