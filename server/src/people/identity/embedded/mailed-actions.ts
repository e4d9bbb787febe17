import { transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import type { IdentityClaims } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { releaseEmail, revokeAccess, revokeAccessSince } from './account-access.ts'
import { recordAccountEvent } from './account-events.ts'
import { type Code, findOneOf, useCode } from './codes.ts'
import { readIdToken } from './current-account.ts'
import { mailCodeOf } from './jobs.ts'
import { assertGood, emailOf, lockMailedAccount } from './mailed-codes.ts'
import { endSessions } from './sessions.ts'
import {
  type AccountRow,
  deleteCodesSince,
  findAccountByEmail,
  findValidSince,
  lockAccount,
  updateAccount,
} from './sql.ts'

const answerTypes: Partial<Record<string, string>> = {
  'verify-email': 'VERIFY_EMAIL',
  'reset-password': 'PASSWORD_RESET',
  'email-link': 'EMAIL_SIGNIN',
  'change-email': 'VERIFY_AND_CHANGE_EMAIL',
  'recover-email': 'RECOVER_EMAIL',
}
const mailKinds = ['verify-email', 'reset-password', 'email-link', 'change-email', 'recover-email'] as const

/** Returns the purpose of a mailed code without consuming it. */
export async function checkMailedCode(deps: Deps, oobCode: string): Promise<object> {
  const code = assertGood(await findOneOf(deps, deps.db, mailKinds, oobCode))
  const email = emailOf(code)
  const current = code.uid ? await transact(deps, (tx) => lockAccount(tx, code.uid ?? '')) : undefined
  return {
    requestType: answerTypes[code.kind],
    ...(code.kind === 'change-email' ? { newEmail: email, email: current?.email ?? '' } : { email }),
  }
}

/** Evidence of who confirms a mailed code. */
export interface Confirmer {
  /** The token sent with the code. */
  idToken?: string
  /** The token of this browser's last sign-in, because the client's own call sends none. */
  browserToken: string | undefined
  locale: string
}

/**
 * Verifies, changes or restores an email with a mailed code. If the caller is signed in to the account, credentials
 * stay valid. Otherwise the code proves only access to the mailbox.
 */
export async function applyMailedCode(
  deps: Deps,
  oobCode: string,
  { idToken, browserToken, locale }: Confirmer,
): Promise<object> {
  const claims = idToken
    ? await readIdToken(deps, idToken)
    : browserToken && (await deps.identity.verify(browserToken))
  const found = assertGood(
    await findOneOf(deps, deps.db, ['verify-email', 'change-email', 'recover-email'], oobCode),
  )
  return transact(deps, async (tx) => {
    const isInSession = claims ? await isSignedInTo(tx, found.uid, claims) : false
    switch (found.kind) {
      case 'verify-email':
        return verify(deps, tx, oobCode, found, isInSession)
      case 'change-email':
        // Either email may be a stranger's, so only a signed-in user is known to have requested the change.
        if (!isInSession) throw new Refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
        return changeAddress(deps, tx, oobCode, found, locale)
      default:
        return recoverAddress(deps, tx, oobCode, found)
    }
  })
}

/** Whether the claims belong to a current sign-in to this account. */
async function isSignedInTo(tx: Tx, uid: string | null, claims: IdentityClaims): Promise<boolean> {
  if (claims.subject !== uid || !(await lockAccount(tx, uid))) return false
  const validSince = await findValidSince(tx, uid)
  return !validSince || claims.authTime >= validSince
}

async function verify(
  deps: Deps,
  tx: Tx,
  oobCode: string,
  found: Code,
  isInSession: boolean,
): Promise<object> {
  const account = await lockMailedAccount(tx, found)
  const { uid } = account
  assertGood(await useCode(deps, tx, 'verify-email', oobCode))
  if (!isInSession && !account.email_verified) await revokeAccess(deps, tx, account)
  await updateAccount(tx, uid, { email_verified: true })
  await recordAccountEvent(deps, tx, uid, 'verify-email')
  return { localId: uid, email: emailOf(found), emailVerified: true }
}

async function changeAddress(
  deps: Deps,
  tx: Tx,
  oobCode: string,
  found: Code,
  locale: string,
): Promise<object> {
  const account = await lockHolderOf(tx, found)
  const code = assertGood(await useCode(deps, tx, 'change-email', oobCode))
  const { uid, email: previous } = account
  await setAddress(deps, tx, uid, emailOf(found))
  await recordAccountEvent(deps, tx, uid, 'change-email')
  // The owner of a never verified email set up nothing in this account.
  const since = account.email_verified ? sinceOf(code) : new Date(0)
  if (previous) await mailCodeOf(deps, tx, { kind: 'recover-email', uid, to: previous, locale, since })
  return { localId: uid, email: emailOf(found), emailVerified: true }
}

/** Reverts an email change that the owner did not make, with everything set up since. */
async function recoverAddress(deps: Deps, tx: Tx, oobCode: string, found: Code): Promise<object> {
  const account = await lockHolderOf(tx, found)
  const code = assertGood(await useCode(deps, tx, 'recover-email', oobCode))
  const { uid } = account
  const since = sinceOf(code)
  await revokeAccessSince(deps, tx, account, since)
  await setAddress(deps, tx, uid, emailOf(found))
  await recordAccountEvent(deps, tx, uid, 'recover-email')
  // Owners of intermediate emails must not be able to revert this.
  await deleteCodesSince(tx, { uid, kind: 'recover-email', since })
  return { localId: uid, email: emailOf(found), emailVerified: true }
}

/** Locks the account before its code, in the same order as everything that deletes codes. */
async function lockHolderOf(tx: Tx, { uid }: Code): Promise<AccountRow> {
  const account = await lockAccount(tx, uid ?? '')
  if (!account) throw new Refusal('INVALID_OOB_CODE')
  if (account.disabled) throw new Refusal('USER_DISABLED')
  return account
}

async function setAddress(deps: Deps, tx: Tx, uid: string, email: string): Promise<void> {
  const holder = await findAccountByEmail(tx, email)
  if (holder && holder.uid !== uid) await releaseEmail(deps, tx, holder)
  await updateAccount(tx, uid, { email, email_verified: true })
  await endSessions(deps, tx, uid)
}

/** Returns the start of the session that requested a change. */
function sinceOf({ data, created_at }: Code): Date {
  return typeof data['since'] === 'string' ? new Date(data['since']) : created_at
}
