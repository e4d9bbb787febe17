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
  updateUserOfAccount,
} from './sql.ts'

const ever = new Date(0)

/**
 * Takes from an account everything that lets the person act who had it until now: whoever proves an address outside
 * their session is not known to be the same person. The address, the publishers and the history stay.
 */
export async function takeBack(deps: Deps, tx: Tx, account: AccountRow): Promise<AccountRow> {
  const taken = await takeBackSince(deps, tx, account, ever)
  // Also the way back to a former address: it may be the other person's.
  await deleteCodesBut(tx, account.uid, null)
  return taken
}

/** The same for what was set up since a time; a phone number has no date, and goes in any case. */
export async function takeBackSince(
  deps: Deps,
  tx: Tx,
  { uid, last_sign_in_at: lastSignInAt, password_changed_at: passwordAt }: AccountRow,
  since: Date,
): Promise<AccountRow> {
  // The operator made everything of an account that nobody has signed in to.
  if (lastSignInAt) await deps.accountHooks.takeBackKeys(tx, uid, since)
  await deleteLinksSince(tx, uid, since)
  await deleteFactorsSince(tx, uid, since)
  await endSessions(deps, tx, uid)
  await recordAccountEvent(deps, tx, uid, 'take-back')
  const isPasswordNew = passwordAt !== null && passwordAt >= since
  return updateAccount(tx, uid, { phone_number: null, ...(isPasswordNew ? { password_hash: null } : {}) })
}

/** The account of an address whose holder has just shown, outside of its sessions, that the address is theirs. */
export async function holderByProof(
  deps: Deps,
  tx: Tx,
  { uid }: AccountRow,
): Promise<AccountRow | undefined> {
  const account = await lockAccount(tx, uid)
  if (!account || account.email_verified) return account
  if (account.disabled) throw new Refusal('USER_DISABLED')
  await takeBack(deps, tx, account)
  return updateAccount(tx, uid, { email_verified: true })
}

/**
 * Makes a proved address free for another account. Throws where its account has proved it too; one that has not loses
 * the address, and everything with it.
 */
export async function freeAddress(deps: Deps, tx: Tx, { uid }: AccountRow): Promise<void> {
  const account = await lockAccount(tx, uid)
  if (!account) return
  if (account.email_verified) throw new Refusal('EMAIL_EXISTS')
  await takeBack(deps, tx, account)
  await updateAccount(tx, uid, { email: null })
  await updateUserOfAccount(tx, uid, { email: '', email_verified: false })
}
