import { transact } from '../../../ground/db/changes.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { claimAccount, releaseEmail } from './account-access.ts'
import { recordAccountEvent } from './account-events.ts'
import { createAccount, readEmail } from './accounts.ts'
import { findOneOf, useCode } from './codes.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import { assertGood, emailOf } from './mailed-codes.ts'
import { restartSession, toTokens } from './sessions.ts'
import { admit, signIn } from './sign-in.ts'
import { findAccountByEmail, updateAccount } from './sql.ts'

/** Signs in with a mailed link, creating the account if needed. With `idToken`, adds the email to that account. */
export async function signInWithEmailLink(
  deps: Deps,
  input: { email?: string; oobCode: string; idToken?: string },
): Promise<object> {
  const email = readEmail(input.email)
  const found = assertGood(await findOneOf(deps, deps.db, ['email-link'], input.oobCode))
  // The code stays valid for the right email.
  if (emailOf(found) !== email) throw new Refusal('INVALID_EMAIL')
  if (input.idToken) return linkEmail(deps, email, input.oobCode, input.idToken)
  return signIn(deps, async (tx) => {
    assertGood(await useCode(deps, tx, 'email-link', input.oobCode))
    const known = await findAccountByEmail(tx, email)
    const account = known ? await claimAccount(deps, tx, known) : undefined
    const result = await admit(
      deps,
      tx,
      account ?? (await createAccount(deps, tx, { email, email_verified: true })),
      { provider: 'password' },
    )
    return { result, extra: { email, isNewUser: !account } }
  })
}

async function linkEmail(deps: Deps, email: string, oobCode: string, idToken: string): Promise<object> {
  const claims = await readIdToken(deps, idToken)
  assertSignedInRecently(deps, claims)
  const opened = await transact(deps, async (tx) => {
    assertGood(await useCode(deps, tx, 'email-link', oobCode))
    const known = await lockCurrentAccount(tx, claims)
    const holder = await findAccountByEmail(tx, email)
    if (holder && holder.uid !== known.uid) await releaseEmail(deps, tx, holder)
    if (known.email && known.email !== email) throw new Refusal('OPERATION_NOT_ALLOWED')
    const account = await updateAccount(tx, known.uid, { email, email_verified: true })
    await recordAccountEvent(deps, tx, known.uid, 'link', { provider: 'password' })
    return restartSession(deps, tx, account, claims)
  })
  return { ...(await toTokens(deps, opened)), email, isNewUser: false }
}
