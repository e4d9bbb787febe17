import { addressKey } from '../../../ground/address-key.ts'
import { transact } from '../../../ground/db/changes.ts'
import type { Deps } from '../deps.ts'
import type { IdentityClaims } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { recordAccountEvent } from './account-events.ts'
import { createAccount, readEmail } from './accounts.ts'
import { allowances, countOrRefuse, resetCount } from './attempts.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import { hashPassword, matchesPassword } from './password.ts'
import { readPassword } from './password-policy.ts'
import { restartSession, toTokens } from './sessions.ts'
import { admit, signIn } from './sign-in.ts'
import { findAccountByEmail, lockAccount, updateAccount } from './sql.ts'

interface PasswordInput {
  email?: string
  password?: string
}

/** Creates an account with an email and password, and signs in. */
export async function signUpWithPassword(
  deps: Deps,
  input: PasswordInput & { displayName?: string },
  ip: string,
): Promise<object> {
  // Anonymous accounts are not supported.
  if (input.email === undefined && input.password === undefined) throw new Refusal('ADMIN_ONLY_OPERATION')
  const email = readEmail(input.email)
  const password = readPassword(deps, input.password)
  await countOrRefuse(deps, allowances.signUpFromAddress, addressKey(ip))
  const hash = await hashPassword(password, deps.passwordCost)
  return signIn(deps, async (tx) => {
    const account = await createAccount(deps, tx, {
      email,
      password_hash: hash,
      password_changed_at: deps.now(),
      display_name: input.displayName ?? '',
    })
    return { result: await admit(deps, tx, account, { provider: 'password' }), extra: { email } }
  })
}

/** Creates an account with a verified email for the operator. Returns false if the email is taken. */
export async function createPasswordAccount(
  deps: Deps,
  {
    email,
    password,
    displayName,
    isDemo,
  }: { email: string; password: string; displayName: string; isDemo?: boolean },
): Promise<boolean> {
  const hash = await hashPassword(password, deps.passwordCost)
  return transact(deps, async (tx) => {
    if (await findAccountByEmail(tx, email)) return false
    const shown = { email, email_verified: true, display_name: displayName }
    const secret = { password_hash: hash, password_changed_at: deps.now() }
    await createAccount(deps, tx, { ...shown, ...secret }, { isDemo })
    return true
  })
}

/** Signs in. An unknown email, a missing and a wrong password get the same response after the same time. */
export async function signInWithPassword(deps: Deps, input: PasswordInput, ip: string): Promise<object> {
  const email = readEmail(input.email)
  if (!input.password) throw new Refusal('MISSING_PASSWORD')
  const network = addressKey(ip)
  await countOrRefuse(deps, allowances.passwordFromAddress, network)
  await countOrRefuse(deps, allowances.passwordOfAccount, email)
  await countOrRefuse(deps, allowances.passwordOfAccountFromAddress, email, network)
  const known = await findAccountByEmail(deps.db, email)
  const isRight = await matchesPassword(input.password, known?.password_hash, deps.passwordCost)
  if (!isRight || !known) throw new Refusal('INVALID_LOGIN_CREDENTIALS')
  const answer = await signIn(deps, async (tx) => {
    const account = await lockAccount(tx, known.uid)
    // The password changed during the check.
    if (account?.password_hash !== known.password_hash) throw new Refusal('INVALID_LOGIN_CREDENTIALS')
    const extra = { email, displayName: account.display_name, registered: true }
    return { result: await admit(deps, tx, account, { provider: 'password' }), extra }
  })
  await resetCount(deps, allowances.passwordOfAccount, email)
  await resetCount(deps, allowances.passwordOfAccountFromAddress, email, network)
  return answer
}

/** Sets the password of the signed-in user, and replaces all sessions with a new one. */
export async function setPassword(
  deps: Deps,
  idToken: string,
  password: string,
  ip: string,
): Promise<object> {
  readPassword(deps, password)
  const claims = await authorizePasswordChange(deps, idToken, ip)
  const hash = await hashPassword(password, deps.passwordCost)
  const opened = await transact(deps, async (tx) => {
    const known = await lockCurrentAccount(tx, claims)
    if (!known.email) throw new Refusal('MISSING_EMAIL')
    const account = await updateAccount(tx, known.uid, {
      password_hash: hash,
      password_changed_at: deps.now(),
    })
    await recordAccountEvent(deps, tx, known.uid, 'set-password')
    return restartSession(deps, tx, account, claims)
  })
  return { ...(await toTokens(deps, opened)), email: opened.account.email }
}

/** Adds an email and password to an account that signs in by other means. */
export async function linkPassword(
  deps: Deps,
  { idToken, ...input }: PasswordInput & { idToken: string },
  ip: string,
): Promise<object> {
  const email = readEmail(input.email)
  const password = readPassword(deps, input.password)
  const claims = await authorizePasswordChange(deps, idToken, ip)
  const hash = await hashPassword(password, deps.passwordCost)
  const opened = await transact(deps, async (tx) => {
    const known = await lockCurrentAccount(tx, claims)
    const holder = await findAccountByEmail(tx, email)
    if (holder && holder.uid !== known.uid) throw new Refusal('EMAIL_EXISTS')
    // An existing email stays, because a new one must be verified first.
    if (known.email && known.email !== email) throw new Refusal('OPERATION_NOT_ALLOWED')
    const account = await updateAccount(tx, known.uid, {
      email,
      password_hash: hash,
      password_changed_at: deps.now(),
    })
    await recordAccountEvent(deps, tx, known.uid, 'link', { provider: 'password' })
    return restartSession(deps, tx, account, claims)
  })
  return { ...(await toTokens(deps, opened)), email }
}

/** Checks token and limits before the expensive password hash. */
async function authorizePasswordChange(deps: Deps, idToken: string, ip: string): Promise<IdentityClaims> {
  const claims = await readIdToken(deps, idToken)
  assertSignedInRecently(deps, claims)
  const { uid } = await transact(deps, (tx) => lockCurrentAccount(tx, claims))
  await countOrRefuse(deps, allowances.newPasswordFromAddress, addressKey(ip))
  await countOrRefuse(deps, allowances.newPasswordOfAccount, uid)
  return claims
}
