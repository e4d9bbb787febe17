import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { LostRole } from '../rights/credentials.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /**
   * Stops the publishing credentials of a user in the transaction that removes their owner role. Injected, because
   * tokens depend on publishers.
   */
  stopCredentials(tx: Tx, actor: { kind: 'user'; id: string }, lost: LostRole): Promise<void>
}
