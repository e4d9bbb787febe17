import type { ReactNode } from 'react'
import { useText } from '../../ground/site/site.ts'
import { ProblemBox } from '../../ground/ui/problem-box.tsx'
import { problemText } from './problem-text.ts'

/** Why a sign-in was refused, and what to do about it. Nothing while there is no problem. */
export function ProblemNote({ problem, children }: { problem: unknown; children?: ReactNode }) {
  const t = useText('auth')
  if (problem === undefined) return null
  return <ProblemBox text={problemText(t, problem)}>{children}</ProblemBox>
}
