import type { GroundDeps } from '../../ground/deps.ts'
import type { AccountHooks } from './account-hooks.ts'
import type { Seal } from './embedded/seal.ts'
import type { Identity } from './identity.ts'
import type { KnownUsers } from './known-users.ts'
import type { VerifyService } from './service-token.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  identity: Identity
  knownUsers: KnownUsers
  /** For small secrets of the identity service in the database. */
  seal: Seal
  accountHooks: AccountHooks
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
  verifyService: VerifyService
}
