import { transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import { isAdminLeft, isNamedAdmin } from '../admins.ts'
import type { Deps } from '../deps.ts'
import type { IdentityClaims } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { findUserById, updateUserOfAccount } from '../sql.ts'
import { markUserChanged } from '../users.ts'
import { recordAccountEvent } from './account-events.ts'
import { signsInByEmail, toAccountAnswer } from './accounts.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import { continueSession, endSessions, toTokens } from './sessions.ts'
import {
  type AccountRow,
  deleteAccountRow,
  deleteLink,
  listFactors,
  listLinks,
  updateAccount,
} from './sql.ts'

/** Returns the account of the signed-in user. */
export async function lookUp(deps: Deps, idToken: string): Promise<object> {
  const claims = await readIdToken(deps, idToken)
  return transact(deps, async (tx) => {
    const account = await lockCurrentAccount(tx, claims)
    return { users: [await describe(tx, account)] }
  })
}

interface ProfileChanges {
  displayName?: string | null
  photoUrl?: string | null
  deleteAttribute?: string[]
  deleteProvider?: string[]
}

/** Updates the profile or removes sign-in methods. Returns new tokens only if something changed. */
export async function updateProfile(
  deps: Deps,
  idToken: string,
  { displayName, photoUrl, deleteAttribute = [], deleteProvider = [] }: ProfileChanges,
): Promise<object> {
  const claims = await readIdToken(deps, idToken)
  const { answer, opened } = await transact(deps, async (tx) => {
    const known = await lockCurrentAccount(tx, claims)
    for (const provider of deleteProvider) await unlink(deps, tx, known, claims, provider)
    const profile = {
      display_name: newText(known.display_name, displayName, deleteAttribute.includes('DISPLAY_NAME')),
      photo_url: newText(known.photo_url, photoOf(photoUrl), deleteAttribute.includes('PHOTO_URL')),
    }
    const isSame = profile.display_name === known.display_name && profile.photo_url === known.photo_url
    if (isSame && deleteProvider.length === 0) return { answer: await describe(tx, known) }
    const account = await updateAccount(tx, known.uid, profile)
    if (!isSame) await recordAccountEvent(deps, tx, known.uid, 'update')
    return { answer: await describe(tx, account), opened: await continueSession(deps, tx, account, claims) }
  })
  return opened ? { ...answer, ...(await toTokens(deps, opened)) } : answer
}

function newText(current: string, given: string | null | undefined, isDeleted: boolean): string {
  return isDeleted ? '' : given === undefined ? current : (given ?? '')
}

function photoOf(url: string | null | undefined): string | null | undefined {
  if (!url) return url === '' ? null : url
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw new Refusal('INVALID_ARGUMENT', { detail: 'photoUrl must start with https:// or http://.' })
  return url
}

/** Removes a sign-in method. Refuses to remove the last one, which would lock the account. */
async function unlink(
  deps: Deps,
  tx: Tx,
  account: AccountRow,
  claims: IdentityClaims,
  provider: string,
): Promise<void> {
  assertSignedInRecently(deps, claims)
  const links = await listLinks(tx, account.uid)
  const methods = [
    ...links.map((link) => link.provider),
    ...(signsInByEmail(account, links) ? ['password'] : []),
    ...(account.phone_number ? ['phone'] : []),
  ]
  if (methods.every((method) => method === provider))
    throw new Refusal('OPERATION_NOT_ALLOWED', { detail: 'An account needs at least one sign-in method.' })
  if (provider === 'password') await updateAccount(tx, account.uid, { password_hash: null })
  else if (provider === 'phone') await updateAccount(tx, account.uid, { phone_number: null })
  for (const link of links) if (link.provider === provider) await deleteLink(tx, link)
  await recordAccountEvent(deps, tx, account.uid, 'unlink', { provider })
}

/**
 * Deletes an account. The registry's user stays, anonymized, for its records and the audit log. A publisher with
 * nodes is left without an owner only if the request says so.
 */
export async function deleteAccount(
  deps: Deps,
  idToken: string,
  mayLeavePublishers: boolean,
): Promise<object> {
  const claims = await readIdToken(deps, idToken)
  assertSignedInRecently(deps, claims)
  await transact(deps, async (tx) => {
    const { uid } = await lockCurrentAccount(tx, claims)
    const user = await findUserById(tx, uid)
    const leavesNodes = await deleteAccountOf(deps, tx, uid)
    if (user && (user.is_admin || isNamedAdmin(deps, user)) && !(await isAdminLeft(tx, deps)))
      throw new Refusal('LAST_ADMIN')
    if (leavesNodes && !mayLeavePublishers)
      throw new Refusal('LAST_OWNER', {
        detail: 'Make someone else an owner of your publishers first, or send "leavePublishers": true.',
      })
  })
  return {}
}

/**
 * Deletes an account for its owner or for the operator, even that of the last admin or owner. Returns whether a
 * publisher with nodes has no other owner.
 */
export async function deleteAccountOf(deps: Deps, tx: Tx, uid: string): Promise<boolean> {
  const leavesNodes = await deps.accountHooks.leave(tx, uid)
  await endSessions(deps, tx, uid)
  await deleteAccountRow(tx, uid)
  await updateUserOfAccount(tx, uid, {
    email: '',
    email_verified: false,
    name: '',
    is_admin: false,
    deleted_at: deps.now(),
  })
  await recordAccountEvent(deps, tx, uid, 'delete')
  await markUserChanged(tx, uid)
  return leavesNodes
}

async function describe(tx: Tx, account: AccountRow): Promise<object> {
  return toAccountAnswer(account, await listLinks(tx, account.uid), await listFactors(tx, account.uid))
}
