/** Why no workflow could be read from a file. */
type WorkflowProblem =
  /** Neither JSON nor a file of a kind that carries workflows. */
  | 'unknown_format'
  /** A file of a known type, but without a workflow. */
  | 'no_workflow'
  /** The file ends too early, contradicts itself, or its workflow is unreadable. */
  | 'broken'
  | 'too_large'
  /** A page of a site, saved instead of the file that it shows. */
  | 'web_page'
  /** A few lines that stand for a file in Git's storage of large files. */
  | 'pointer'
  /** A log of the tool in which nothing failed. */
  | 'nothing_failed'

export class WorkflowRefusal extends Error {
  override name = 'WorkflowRefusal'
  readonly problem: WorkflowProblem
  constructor(problem: WorkflowProblem) {
    super(problem)
    this.problem = problem
  }
}
