import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { AccountHooks } from '../../people/identity/account-hooks.ts'
import type { KnownUsers } from '../../people/identity/deps.ts'
import type { Seal } from '../../people/identity/embedded/seal.ts'
import type { Identity, VerifyService } from '../../people/identity/identity.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  identity: Identity
  knownUsers: KnownUsers
  /** Encrypts small secrets that the identity service stores. */
  seal: Seal
  /**
   * Rebuilds search entries in the transaction that changes their nodes. Injected, because the search depends on the
   * domains that change nodes.
   */
  reindex(tx: Tx, nodeIds: readonly string[]): Promise<void>
  accountHooks: AccountHooks
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
  verifyService: VerifyService
}
