/** Why no workflow could be read from a file. */
type WorkflowProblem =
  /** Neither JSON nor one of the pictures and films that carry workflows. */
  | 'unknown_format'
  /** A file of a known type, but without a workflow. */
  | 'no_workflow'
  /** The file ends too early, contradicts itself, or its workflow is unreadable. */
  | 'broken'
  | 'too_large'

export class WorkflowRefusal extends Error {
  override name = 'WorkflowRefusal'
  readonly problem: WorkflowProblem
  constructor(problem: WorkflowProblem) {
    super(problem)
    this.problem = problem
  }
}
