import type { Tx } from '../../ground/db/database.ts'

/** What later domains do when an account changes, in the transaction that changes it. */
export interface AccountHooks {
  /** Ends everything that acts on behalf of a user and was created since a time. */
  takeBackKeys(tx: Tx, userId: string, since: Date): Promise<void>
  /** Deletes the API keys of a user. */
  revokeApiKeys(tx: Tx, userId: string): Promise<void>
  /** Removes a user whose account is deleted from every publisher, with all keys and contact details. */
  leave(tx: Tx, userId: string): Promise<void>
}
