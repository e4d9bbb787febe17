import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { AccountHooks } from '../../people/identity/account-hooks.ts'
import type { Seal } from '../../people/identity/embedded/seal.ts'
import type { Identity } from '../../people/identity/identity.ts'
import type { KnownUsers } from '../../people/identity/known-users.ts'
import type { VerifyService } from '../../people/identity/service-token.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  identity: Identity
  knownUsers: KnownUsers
  /** For small secrets of the identity service in the database. */
  seal: Seal
  /**
   * Rebuilds search entries in the transaction that changes their nodes. The search stands behind the domains that
   * change nodes, so it comes to them as an argument.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
  accountHooks: AccountHooks
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
  verifyService: VerifyService
}
