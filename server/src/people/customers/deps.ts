import type { GroundDeps } from '../../ground/deps.ts'
import type { Providers } from './provider.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  providers: Providers
}
