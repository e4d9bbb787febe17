import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { Seal } from '../../ground/seal.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** Encrypts the private signing keys. */
  seal: Seal
  /**
   * Rebuilds search entries in the transaction that changes their nodes. Injected, because the search depends on the
   * domains that change nodes.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
}
