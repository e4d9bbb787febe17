import type { GroundDeps } from '../../ground/deps.ts'
import type { AccountHooks } from './account-hooks.ts'
import type { Seal } from './embedded/seal.ts'
import type { Identity, VerifyService } from './identity.ts'
import type { UserRow } from './sql.ts'

/** Caches the user rows of callers for a few seconds and invalidates them on change. */
export interface KnownUsers {
  find(key: Pick<UserRow, 'issuer' | 'subject'>): Promise<UserRow | undefined>
}

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  identity: Identity
  knownUsers: KnownUsers
  /** Encrypts small secrets that the identity service stores. */
  seal: Seal
  accountHooks: AccountHooks
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
  verifyService: VerifyService
}
