import type { GroundDeps } from '../../ground/deps.ts'
import type { UsageMeter } from './meter.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  usage: UsageMeter
}
