import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import type { Seal } from '../../ground/seal.ts'
import type { AccountHooks, KnownUsers } from '../../people/identity/deps.ts'
import type { PasswordCost } from '../../people/identity/embedded/password.ts'
import type { Identity, VerifyService } from '../../people/identity/identity.ts'

/** The parts of the program that this domain uses. */
export interface Deps extends GroundDeps {
  identity: Identity
  knownUsers: KnownUsers
  /** Encrypts small secrets that the identity service stores. */
  seal: Seal
  passwordCost: PasswordCost
  /** Queues the pipeline for a version. Injected, because its job imports the whole pipeline. */
  processAgain(tx: Tx, versionId: string): Promise<void>
  accountHooks: AccountHooks
  /** Signs the short-lived tokens of admins. */
  adminTokenKey: Uint8Array
  verifyService: VerifyService
}
