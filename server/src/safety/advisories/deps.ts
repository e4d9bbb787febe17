import type { GroundDeps } from '../../ground/deps.ts'
import type { Seal } from '../../ground/seal.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** Encrypts the private signing keys. */
  seal: Seal
}
