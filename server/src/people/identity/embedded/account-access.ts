import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { recordAccountEvent } from './account-events.ts'
import { endSessions } from './sessions.ts'
import {
  type AccountRow,
  deleteCodesBut,
  deleteFactorsSince,
  deleteLinksSince,
  lockAccount,
  updateAccount,
} from './sql.ts'

const epoch = new Date(0)

/**
 * Revokes all access to an account when its email is proved outside its sessions, because the previous user may be a
 * stranger. The email, publishers and history stay.
 */
export async function revokeAccess(deps: Deps, tx: Tx, account: AccountRow): Promise<AccountRow> {
  const changed = await revokeAccessSince(deps, tx, account, epoch)
  // This includes codes to recover a previous email, which may be the stranger's.
  await deleteCodesBut(tx, account.uid, null)
  return changed
}

/** Revokes access that was set up since a time. A phone number has no date, so it is always removed. */
export async function revokeAccessSince(
  deps: Deps,
  tx: Tx,
  { uid, last_sign_in_at: lastSignInAt, password_changed_at: passwordAt }: AccountRow,
  since: Date,
): Promise<AccountRow> {
  // Before the first sign-in, all credentials come from the operator.
  if (lastSignInAt) await deps.accountHooks.revokeCredentials(tx, uid, since)
  await deleteLinksSince(tx, uid, since)
  await deleteFactorsSince(tx, uid, since)
  await endSessions(deps, tx, uid)
  await recordAccountEvent(deps, tx, uid, 'take-back')
  const isPasswordNew = passwordAt !== null && passwordAt >= since
  return updateAccount(tx, uid, { phone_number: null, ...(isPasswordNew ? { password_hash: null } : {}) })
}

/** Returns the account of an email that was proved outside its sessions, after revoking access to an unverified one. */
export async function claimAccount(deps: Deps, tx: Tx, { uid }: AccountRow): Promise<AccountRow | undefined> {
  const account = await lockAccount(tx, uid)
  if (!account || account.email_verified) return account
  if (account.disabled) throw new Refusal('USER_DISABLED')
  await revokeAccess(deps, tx, account)
  return updateAccount(tx, uid, { email_verified: true })
}

/**
 * Releases a proved email for another account. Throws `EMAIL_EXISTS` if the email of its account is verified. Otherwise
 * that account loses the email and all access.
 */
export async function releaseEmail(deps: Deps, tx: Tx, { uid }: AccountRow): Promise<void> {
  const account = await lockAccount(tx, uid)
  if (!account) return
  if (account.email_verified) throw new Refusal('EMAIL_EXISTS')
  await revokeAccess(deps, tx, account)
  await updateAccount(tx, uid, { email: null })
}
