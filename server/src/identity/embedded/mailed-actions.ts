import { revokeApiKeysOf } from '../../customers/api-keys.ts'
import { transact } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { addressKey } from '../../http/address-key.ts'
import { takeBackKeysOf } from '../../trusted-publishing/of-account.ts'
import { isAuthorizedAddress } from '../authorized-domains.ts'
import type { IdentityClaims } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { recordAccountEvent } from './account-events.ts'
import { createAccount, readEmail } from './accounts.ts'
import { allowances, countOrRefuse } from './attempts.ts'
import { type Code, findOneOf, useCode } from './codes.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import { mailCode, mailCodeOf } from './jobs.ts'
import { hashPassword } from './password.ts'
import { readPassword } from './password-account.ts'
import { endSessions, restartSession, toTokens } from './sessions.ts'
import { admit, signIn } from './sign-in.ts'
import {
  type AccountRow,
  deleteCodesSince,
  deleteLinks,
  findAccountByEmail,
  lockAccount,
  updateAccount,
  updateUserOfAccount,
} from './sql.ts'
import type { MailKind } from './texts.ts'

const requestTypes: Record<string, MailKind> = {
  VERIFY_EMAIL: 'verify-email',
  PASSWORD_RESET: 'reset-password',
  EMAIL_SIGNIN: 'email-link',
  VERIFY_AND_CHANGE_EMAIL: 'change-email',
}

interface MailRequest {
  requestType?: string
  email?: string
  newEmail?: string
  idToken?: string
  continueUrl?: string
}

/** Has a link mailed. The answer is the same whether anybody has the address or not, and comes as fast. */
export async function requestMail(
  deps: Deps,
  request: MailRequest,
  { ip, locale }: { ip: string; locale: string },
): Promise<object> {
  const kind = requestTypes[request.requestType ?? '']
  if (!kind) throw new Refusal('INVALID_ARGUMENT', { detail: 'requestType is not known.' })
  if (!deps.mailer) throw new Refusal('OPERATION_NOT_ALLOWED', { detail: 'This registry sends no mail.' })
  const continueUrl = readContinueUrl(deps, request.continueUrl)
  const { to, claims } = await recipientOf(deps, kind, request)
  await countOrRefuse(deps, allowances.mailFromAddress, addressKey(ip))
  await countOrRefuse(deps, allowances.mailTo, to)
  const mail = { kind, to, locale, ...(continueUrl ? { continueUrl } : {}) }
  await transact(deps, async (tx) => {
    if (!claims) return deps.jobs.send(tx, mailCode, mail)
    const { uid } = await lockCurrentAccount(tx, claims)
    return mailCodeOf(deps, tx, { ...mail, uid })
  })
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: to }
}

async function recipientOf(
  deps: Deps,
  kind: MailKind,
  { email, newEmail, idToken }: MailRequest,
): Promise<{ to: string; claims?: IdentityClaims }> {
  if (kind === 'reset-password' || kind === 'email-link') return { to: readEmail(email) }
  const claims = await readIdToken(deps, idToken)
  if (kind === 'change-email') assertSignedInRecently(deps, claims)
  const account = await transact(deps, (tx) => lockCurrentAccount(tx, claims))
  return {
    claims,
    to: readEmail(kind === 'change-email' ? newEmail : (account.email ?? undefined)),
  }
}

/** Where the link's page leads on: nowhere that nobody named in the configuration. */
function readContinueUrl({ config }: Deps, url: string | undefined): string | undefined {
  if (!url) return undefined
  if (!URL.canParse(url)) throw new Refusal('INVALID_CONTINUE_URI')
  if (!isAuthorizedAddress(config, url)) throw new Refusal('UNAUTHORIZED_DOMAIN')
  return url
}

const answerTypes: Partial<Record<string, string>> = {
  'verify-email': 'VERIFY_EMAIL',
  'reset-password': 'PASSWORD_RESET',
  'email-link': 'EMAIL_SIGNIN',
  'change-email': 'VERIFY_AND_CHANGE_EMAIL',
  'recover-email': 'RECOVER_EMAIL',
}
const mailKinds = ['verify-email', 'reset-password', 'email-link', 'change-email', 'recover-email'] as const

/** What a mailed code is for. It stays good. */
export async function checkMailedCode(deps: Deps, oobCode: string): Promise<object> {
  const code = assertGood(await findOneOf(deps, deps.db, mailKinds, oobCode))
  const email = emailOf(code)
  const current = code.uid ? await transact(deps, (tx) => lockAccount(tx, code.uid ?? '')) : undefined
  return {
    requestType: answerTypes[code.kind],
    ...(code.kind === 'change-email' ? { newEmail: email, email: current?.email ?? '' } : { email }),
  }
}

/** Sets a new password for who has read the account's mail. All sessions end. */
export async function resetPassword(
  deps: Deps,
  oobCode: string,
  password: string,
  ip: string,
): Promise<object> {
  readPassword(deps, password)
  const found = assertGood(await findOneOf(deps, deps.db, ['reset-password'], oobCode))
  await countOrRefuse(deps, allowances.newPasswordFromAddress, addressKey(ip))
  const hash = await hashPassword(password)
  return transact(deps, async (tx) => {
    const account = await provedHolder(tx, found)
    assertGood(await useCode(deps, tx, 'reset-password', oobCode))
    const cleaned = account.email_verified ? account : await dropUnproved(deps, tx, account)
    await updateAccount(tx, cleaned.uid, {
      password_hash: hash,
      password_changed_at: deps.now(),
      email_verified: true,
    })
    await endSessions(deps, tx, cleaned.uid)
    await recordAccountEvent(deps, tx, cleaned.uid, 'set-password')
    return { email: account.email, requestType: 'PASSWORD_RESET' }
  })
}

/** Does what a mailed code is for: the address is verified, changed, or changed back. */
export async function applyMailedCode(deps: Deps, oobCode: string, locale: string): Promise<object> {
  const found = assertGood(
    await findOneOf(deps, deps.db, ['verify-email', 'change-email', 'recover-email'], oobCode),
  )
  return transact(deps, (tx) =>
    found.kind === 'verify-email'
      ? verify(deps, tx, oobCode, found)
      : change(deps, tx, oobCode, found, locale),
  )
}

async function verify(deps: Deps, tx: Tx, oobCode: string, found: Code): Promise<object> {
  const { uid } = await provedHolder(tx, found)
  assertGood(await useCode(deps, tx, 'verify-email', oobCode))
  await updateAccount(tx, uid, { email_verified: true })
  await recordAccountEvent(deps, tx, uid, 'verify-email')
  return { localId: uid, email: emailOf(found), emailVerified: true }
}

async function change(deps: Deps, tx: Tx, oobCode: string, found: Code, locale: string): Promise<object> {
  const kind = found.kind as 'change-email' | 'recover-email'
  const email = emailOf(found)
  // Before its code, as whoever takes the codes of an account back.
  const account = await lockAccount(tx, found.uid ?? '')
  const code = assertGood(await useCode(deps, tx, kind, oobCode))
  if (!account) throw new Refusal('INVALID_OOB_CODE')
  if (account.disabled) throw new Refusal('USER_DISABLED')
  const { uid } = account
  const holder = await findAccountByEmail(tx, email)
  if (holder && holder.uid !== uid) throw new Refusal('EMAIL_EXISTS')
  await updateAccount(tx, uid, { email, email_verified: true })
  await updateUserOfAccount(tx, uid, { email, email_verified: true })
  await endSessions(deps, tx, uid)
  await recordAccountEvent(deps, tx, uid, kind)
  // Whoever had the address after this one, by a change that is undone here, is not to undo that.
  if (kind === 'recover-email') await deleteCodesSince(tx, { uid, kind, since: code.created_at })
  else if (account.email)
    await mailCodeOf(deps, tx, { kind: 'recover-email', uid, to: account.email, locale })
  return { localId: uid, email, emailVerified: true }
}

/** Signs in who opened a mailed link; on first sight makes an account, and with `idToken` gives the address to one. */
export async function signInWithEmailLink(
  deps: Deps,
  input: { email?: string; oobCode: string; idToken?: string },
): Promise<object> {
  const email = readEmail(input.email)
  const found = assertGood(await findOneOf(deps, deps.db, ['email-link'], input.oobCode))
  // The code stays good for the right address.
  if (emailOf(found) !== email) throw new Refusal('INVALID_EMAIL')
  if (input.idToken) return linkEmail(deps, email, input.oobCode, input.idToken)
  return signIn(deps, async (tx) => {
    assertGood(await useCode(deps, tx, 'email-link', input.oobCode))
    const known = await findAccountByEmail(tx, email)
    const account = known ? await holderByProof(deps, tx, known) : undefined
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
    if (holder && holder.uid !== known.uid) throw new Refusal('EMAIL_EXISTS')
    if (known.email && known.email !== email) throw new Refusal('OPERATION_NOT_ALLOWED')
    const account = await updateAccount(tx, known.uid, { email, email_verified: true })
    await recordAccountEvent(deps, tx, known.uid, 'link', { provider: 'password' })
    return restartSession(deps, tx, account, claims)
  })
  return { ...(await toTokens(deps, opened)), email, isNewUser: false }
}

/**
 * The account of an address whose holder has just shown that it is theirs. Somebody else may have signed up with it
 * before: what nobody proved is taken from the account.
 */
export async function holderByProof(
  deps: Deps,
  tx: Tx,
  { uid }: AccountRow,
): Promise<AccountRow | undefined> {
  const account = await lockAccount(tx, uid)
  if (!account || account.email_verified) return account
  if (account.disabled) throw new Refusal('USER_DISABLED')
  const cleaned = await dropUnproved(deps, tx, account)
  return updateAccount(tx, cleaned.uid, { email_verified: true })
}

async function dropUnproved(deps: Deps, tx: Tx, account: AccountRow): Promise<AccountRow> {
  const { uid } = account
  // Of who never signed in, all was made by the operator.
  if (account.last_sign_in_at) await takeBackKeysOf(tx, deps, uid)
  await revokeApiKeysOf(tx, deps, uid)
  await deleteLinks(tx, uid)
  await endSessions(deps, tx, uid)
  return updateAccount(tx, uid, { password_hash: null, phone_number: null })
}

/** The account that a code was mailed for, if it still has the address. */
async function provedHolder(tx: Tx, code: Code): Promise<AccountRow> {
  const account = code.uid ? await lockAccount(tx, code.uid) : undefined
  if (!account || account.email !== emailOf(code)) throw new Refusal('INVALID_OOB_CODE')
  if (account.disabled) throw new Refusal('USER_DISABLED')
  return account
}

function assertGood(code: Code | undefined): Code {
  if (!code) throw new Refusal('INVALID_OOB_CODE')
  if (code.isExpired) throw new Refusal('EXPIRED_OOB_CODE')
  return code
}

const emailOf = ({ data }: Code) => String(data['email'] ?? '')
