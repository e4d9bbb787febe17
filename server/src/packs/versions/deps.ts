import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { TokenReach } from '../../people/tokens/token-reach.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** What a publish token is good for; undefined for one that is not good. Tokens stand behind the versions, whose reasons they show. */
  findTokenReach(secret: string): Promise<TokenReach | undefined>
  /**
   * Rebuilds search entries in the transaction that changes their nodes. The search stands behind the domains that
   * change nodes, so it comes to them as an argument.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
}
