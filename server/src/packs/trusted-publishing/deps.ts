import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { LostRole } from '../../people/rights/credentials.ts'
import type { CiIssuers } from './issuers.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  /** CI services whose tokens are taken for publishing. */
  ciIssuers: CiIssuers
  /**
   * Ends what a person made to publish for a publisher, in the transaction that takes the role of an owner from them.
   * Tokens stand behind the publishers, so this comes to them as an argument.
   */
  stopCredentials(tx: Tx, actor: { kind: 'user'; id: string }, lost: LostRole): Promise<void>
}
