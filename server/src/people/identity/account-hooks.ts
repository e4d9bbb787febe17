import type { Tx } from '../../ground/db/database.ts'

/** Actions of later domains in the transaction that changes an account. */
export interface AccountHooks {
  /** Ends every credential of a user that was created since a time. */
  revokeCredentials(tx: Tx, userId: string, since: Date): Promise<void>
  /** Deletes the API keys of a user. */
  revokeApiKeys(tx: Tx, userId: string): Promise<void>
  /** Removes a user whose account is deleted from every publisher, with all keys and contact details. */
  leave(tx: Tx, userId: string): Promise<void>
}
