import { addressKey } from '../../../ground/address-key.ts'
import { transact } from '../../../ground/db/changes.ts'
import { isAuthorizedAddress } from '../authorized-domains.ts'
import type { Deps } from '../deps.ts'
import type { IdentityClaims } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { readEmail } from './accounts.ts'
import { allowances, countOrRefuse } from './attempts.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import { mailCode, mailCodeOf } from './jobs.ts'
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

/** Queues a mail with a link. The response and its timing do not reveal whether the email has an account. */
export async function requestMail(
  deps: Deps,
  request: MailRequest,
  { ip, locale }: { ip: string; locale: string },
): Promise<object> {
  const kind = requestTypes[request.requestType ?? '']
  if (!kind) throw new Refusal('INVALID_ARGUMENT', { detail: 'Unknown requestType.' })
  if (!deps.mailer)
    throw new Refusal('OPERATION_NOT_ALLOWED', { detail: 'This registry does not send mail.' })
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

/** Checks that the page after the link is on an authorized domain. */
function readContinueUrl({ config }: Deps, url: string | undefined): string | undefined {
  if (!url) return undefined
  if (!URL.canParse(url)) throw new Refusal('INVALID_CONTINUE_URI')
  if (!isAuthorizedAddress(config, url)) throw new Refusal('UNAUTHORIZED_DOMAIN')
  return url
}
