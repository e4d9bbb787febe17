import type { Deps as NodeDeps } from '../nodes/deps.ts'

export type Deps = NodeDeps
