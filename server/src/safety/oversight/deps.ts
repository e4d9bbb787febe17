import type { GroundDeps } from '../../ground/deps.ts'

/** The parts of the program that this domain uses. */
export type Deps = GroundDeps
