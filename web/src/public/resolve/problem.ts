import { WorkflowRefusal } from '@nodeyard/analysis/workflow'
import { RegistryRefusal } from '@nodeyard/contract/ground'
import type { TextKey } from '../../ground/texts/texts.ts'

export type ResolveProblem = TextKey<'resolve'>

const problems: Record<WorkflowRefusal['problem'], ResolveProblem> = {
  unknown_format: 'problem_unknown_format',
  no_workflow: 'problem_no_workflow',
  broken: 'problem_broken',
  too_large: 'problem_too_large',
  web_page: 'problem_web_page',
  pointer: 'problem_pointer',
  nothing_failed: 'problem_nothing_failed',
}

const fileProblems: Readonly<Record<string, ResolveProblem>> = {
  workflow_file_unreachable: 'problem_unreachable',
  workflow_file_without_workflow: 'problem_no_workflow',
}

/** Why a workflow could not be resolved, as a text to show. */
export function problemOf(error: unknown): ResolveProblem {
  if (error instanceof WorkflowRefusal) return problems[error.problem]
  const code = error instanceof RegistryRefusal ? error.problem.error : ''
  return fileProblems[code] ?? 'problem_no_answer'
}
