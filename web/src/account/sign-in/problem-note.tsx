import type { ReactNode } from 'react'
import { useText } from '../../ground/site/site.ts'
import { ProblemBox } from '../../ground/ui/problem-box.tsx'
import { problemText } from './problem-text.ts'

/** Explains an identity error and how to proceed. Renders nothing without one. */
export function ProblemNote({ problem, children }: { problem: unknown; children?: ReactNode }) {
  const t = useText('auth')
  if (problem === undefined) return null
  return <ProblemBox text={problemText(t, problem)}>{children}</ProblemBox>
}
