export { type Inspection, inspectPack, readComfyNodes } from './inspection/inspect.ts'
export { inspectionLimits } from './inspection/pack-texts.ts'
export { readToolSource } from './inspection/tool-source.ts'
export { type PythonParser, parserFrom } from './python/parser.ts'
