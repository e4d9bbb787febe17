import type { ReactNode } from 'react'
import { useText } from '../site/site.ts'
import { ProblemBox } from './problem-box.tsx'
import { refusalDetails, refusalText } from './refusal.ts'

/** Explains why a request was refused and how to proceed. Renders nothing without a problem. */
export function RefusalNote({ problem, children }: { problem: unknown; children?: ReactNode }) {
  const t = useText('forms')
  if (problem === undefined) return null
  return (
    <ProblemBox text={refusalText(t, problem)}>
      {refusalDetails(problem).map((detail) => (
        <p key={detail} lang="en" dir="ltr" className="text-start">
          {detail}
        </p>
      ))}
      {children}
    </ProblemBox>
  )
}
