import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'

export interface Deps extends GroundDeps {
  /**
   * Queues a look at decisions about the code of waiting versions. Injected, because publishing depends on appeals.
   */
  settle(tx: Tx, versionIds: readonly string[]): Promise<void>
}
