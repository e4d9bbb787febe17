import { transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import { addressKey } from '../../../ground/http/address-key.ts'
import { isAuthorizedAddress } from '../authorized-domains.ts'
import type { Deps } from '../deps.ts'
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
  findAccountByEmail,
  findValidSince,
  lockAccount,
  updateAccount,
  updateUserOfAccount,
} from './sql.ts'
import { freeAddress, holderByProof, takeBack, takeBackSince } from './take-back.ts'
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
    return mailCodeOf(deps, tx, { ...mail, uid, since: claims.authTime })
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

/** Sets a new password for whoever reads the account's mail. All sessions and API keys end. */
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
    const { uid } = account
    if (!account.email_verified) await takeBack(deps, tx, account)
    await deps.accountHooks.revokeApiKeys(tx, uid)
    await updateAccount(tx, uid, {
      password_hash: hash,
      password_changed_at: deps.now(),
      email_verified: true,
    })
    await endSessions(deps, tx, uid)
    await recordAccountEvent(deps, tx, uid, 'set-password')
    return { email: account.email, requestType: 'PASSWORD_RESET' }
  })
}

/** Who confirms by a mailed code, as far as the browser says. */
export interface Confirmer {
  /** Sent along with the code. */
  idToken?: string
  /** Of the last sign-in in this browser: the client's own call cannot send one along. */
  browserToken: string | undefined
  locale: string
}

/**
 * Does what a mailed code is for: the address is verified, changed, or changed back. A confirmation by somebody who is
 * signed in to the account takes nothing away. Any other one only shows who reads the mail.
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
        // Both the former and the new address may be a stranger's: only who is signed in is known to have asked.
        if (!isInSession) throw new Refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
        return changeAddress(deps, tx, oobCode, found, locale)
      default:
        return recoverAddress(deps, tx, oobCode, found)
    }
  })
}

/** Whether a sign-in to this account, one that is not over, stands behind a call. */
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
  const account = await provedHolder(tx, found)
  const { uid } = account
  assertGood(await useCode(deps, tx, 'verify-email', oobCode))
  if (!isInSession && !account.email_verified) await takeBack(deps, tx, account)
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
  const { uid, email: former } = account
  await setAddress(deps, tx, uid, emailOf(found))
  await recordAccountEvent(deps, tx, uid, 'change-email')
  // Whoever holds an address that was never proved here set nothing of the account up.
  const since = account.email_verified ? sinceOf(code) : new Date(0)
  if (former) await mailCodeOf(deps, tx, { kind: 'recover-email', uid, to: former, locale, since })
  return { localId: uid, email: emailOf(found), emailVerified: true }
}

/** Undoes a change that the holder of the former address did not make, and what was set up in between. */
async function recoverAddress(deps: Deps, tx: Tx, oobCode: string, found: Code): Promise<object> {
  const account = await lockHolderOf(tx, found)
  const code = assertGood(await useCode(deps, tx, 'recover-email', oobCode))
  const { uid } = account
  const since = sinceOf(code)
  await takeBackSince(deps, tx, account, since)
  await setAddress(deps, tx, uid, emailOf(found))
  await recordAccountEvent(deps, tx, uid, 'recover-email')
  // Whoever had an address of the account since then must not undo this.
  await deleteCodesSince(tx, { uid, kind: 'recover-email', since })
  return { localId: uid, email: emailOf(found), emailVerified: true }
}

/** The account is locked before its code, as by everything that deletes the codes of an account. */
async function lockHolderOf(tx: Tx, { uid }: Code): Promise<AccountRow> {
  const account = await lockAccount(tx, uid ?? '')
  if (!account) throw new Refusal('INVALID_OOB_CODE')
  if (account.disabled) throw new Refusal('USER_DISABLED')
  return account
}

async function setAddress(deps: Deps, tx: Tx, uid: string, email: string): Promise<void> {
  const holder = await findAccountByEmail(tx, email)
  if (holder && holder.uid !== uid) await freeAddress(deps, tx, holder)
  await updateAccount(tx, uid, { email, email_verified: true })
  await updateUserOfAccount(tx, uid, { email, email_verified: true })
  await endSessions(deps, tx, uid)
}

/** When the session began in which a change was asked for. */
function sinceOf({ data, created_at }: Code): Date {
  return typeof data['since'] === 'string' ? new Date(data['since']) : created_at
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
    if (holder && holder.uid !== known.uid) await freeAddress(deps, tx, holder)
    if (known.email && known.email !== email) throw new Refusal('OPERATION_NOT_ALLOWED')
    const account = await updateAccount(tx, known.uid, { email, email_verified: true })
    await recordAccountEvent(deps, tx, known.uid, 'link', { provider: 'password' })
    return restartSession(deps, tx, account, claims)
  })
  return { ...(await toTokens(deps, opened)), email, isNewUser: false }
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
