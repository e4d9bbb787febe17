import type { GroundDeps } from '../../ground/deps.ts'
import type { WorkflowFiles } from './source.ts'

export interface Deps extends GroundDeps {
  workflowFiles: WorkflowFiles
}
