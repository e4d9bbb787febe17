import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { LostRole } from '../rights/credentials.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /**
   * Rebuilds search entries in the transaction that changes their nodes. The search stands behind the domains that
   * change nodes, so it comes to them as an argument.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
  /**
   * Ends what a person made to publish for a publisher, in the transaction that takes the role of an owner from them.
   * Tokens stand behind the publishers, so this comes to them as an argument.
   */
  stopCredentials(tx: Tx, actor: { kind: 'user'; id: string }, lost: LostRole): Promise<void>
}
