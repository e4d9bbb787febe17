import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { Seal } from '../../ground/seal.ts'
import type { PasswordCost } from './embedded/password.ts'
import type { Identity, VerifyService } from './identity.ts'
import type { UserRow } from './sql.ts'

/** Actions of later domains in the transaction that changes an account. */
export interface AccountHooks {
  /** Ends every credential of a user that was created since a time. */
  revokeCredentials(tx: Tx, userId: string, since: Date): Promise<void>
  /** Deletes the API keys of a user. */
  revokeApiKeys(tx: Tx, userId: string): Promise<void>
  /**
   * Removes a user whose account is deleted from every publisher, with all keys and contact details. Returns
   * whether a publisher with nodes has no other owner.
   */
  leave(tx: Tx, userId: string): Promise<boolean>
}

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
  passwordCost: PasswordCost
  accountHooks: AccountHooks
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
  verifyService: VerifyService
}
