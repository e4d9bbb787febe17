export {
  longestErrorText,
  type NamedInText,
  namesInLines,
  namesInText,
  readErrorText,
  runsOf,
} from './workflow/error-text.ts'
export type { StatedProblem } from './workflow/problems.ts'
export { readWorkflow, readWorkflowText, type Workflow } from './workflow/read.ts'
