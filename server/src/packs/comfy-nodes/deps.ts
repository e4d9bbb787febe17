import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'

export interface Deps extends GroundDeps {
  /**
   * Rebuilds search entries in the transaction that changes their nodes. Passed in because the search domain
   * imports this one.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
}
