export {
  type Inspection,
  inspectPack,
  type ReleaseFacts,
  readComfyNodes,
  readReleaseFacts,
} from './inspection/inspect.ts'
export { certainRules, isCertain, nodesLost } from './inspection/loading/certain.ts'
export type { MissingFile } from './inspection/loading/missing-file.ts'
export { inspectionLimits } from './inspection/pack-texts.ts'
export { readToolSource } from './inspection/tool-source.ts'
export { type PythonParser, parserFrom } from './python/parser.ts'
