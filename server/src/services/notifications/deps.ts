import type { GroundDeps } from '../../ground/deps.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** Signs unsubscribe links. */
  notificationKey: string
}
