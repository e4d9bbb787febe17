export {
  longestErrorText,
  type NamedInText,
  namesInLines,
  namesInText,
  readErrorText,
  runsOf,
} from './workflow/error-text.ts'
export { readWorkflow, readWorkflowText, type Workflow } from './workflow/read.ts'
