import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /**
   * Rebuilds search entries in the transaction that changes their nodes. The search stands behind the domains that
   * change nodes, so it comes to them as an argument.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
}
