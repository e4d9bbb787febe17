import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** Rebuilds search entries in the transaction that holds a version. Injected, because the search imports safety. */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
}
