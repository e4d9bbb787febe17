import type { ReactNode } from 'react'
import { useText } from '../site.ts'
import { Icon } from './icon.tsx'
import { refusalDetails, refusalText } from './refusal.ts'

/** Why a call was refused, and what to do about it. Nothing while there is no problem. */
export function RefusalNote({ problem, children }: { problem: unknown; children?: ReactNode }) {
  const t = useText('forms')
  if (problem === undefined) return null
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
      <Icon name="warning" className="mt-0.5" />
      <div className="grid min-w-0 gap-2 wrap-anywhere">
        <p className="text-pretty">{refusalText(t, problem)}</p>
        {refusalDetails(problem).map((detail) => (
          <p key={detail} lang="en" dir="ltr" className="text-start">
            {detail}
          </p>
        ))}
        {children}
      </div>
    </div>
  )
}
