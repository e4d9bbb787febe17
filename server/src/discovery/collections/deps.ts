import type { GroundDeps } from '../../ground/deps.ts'

export type Deps = GroundDeps
