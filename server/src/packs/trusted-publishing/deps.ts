import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { LostRole } from '../../people/rights/credentials.ts'
import type { CiIssuers } from './issuers.ts'

export interface Deps extends GroundDeps {
  /** CI services whose tokens are accepted for publishing. */
  ciIssuers: CiIssuers
  /**
   * Revokes a user's publish credentials for a publisher, in the transaction that ends their owner role.
   * Passed in because the tokens domain imports the publishers.
   */
  stopCredentials(tx: Tx, actor: { kind: 'user'; id: string }, lost: LostRole): Promise<void>
}
