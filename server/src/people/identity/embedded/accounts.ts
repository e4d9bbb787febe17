import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { insertUserOfAccount } from '../sql.ts'
import { recordAccountEvent } from './account-events.ts'
import { embeddedIssuer } from './project.ts'
import { type AccountRow, type FactorRow, findAccountByEmail, insertAccount, type LinkRow } from './sql.ts'

const maxEmailLength = 320

/** Normalizes an email for storage. Throws if it is missing or malformed. */
export function readEmail(text: string | undefined): string {
  const email = text?.trim().toLowerCase() ?? ''
  if (email === '') throw new Refusal('MISSING_EMAIL')
  if (email.length > maxEmailLength || !/^[^\s@<>"]+@[^\s@<>"]+$/.test(email))
    throw new Refusal('INVALID_EMAIL')
  return email
}

/** Creates an account and its registry user. Throws `EMAIL_EXISTS` if the email is taken. */
export async function createAccount(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Tx,
  part: Partial<AccountRow>,
  { isDemo = false }: { isDemo?: boolean | undefined } = {},
): Promise<AccountRow> {
  if (part.email && (await findAccountByEmail(tx, part.email))) throw new Refusal('EMAIL_EXISTS')
  const uid = deps.newId()
  const at = deps.now()
  await insertUserOfAccount(tx, {
    id: uid,
    issuer: embeddedIssuer,
    subject: uid,
    email: part.email ?? '',
    email_verified: part.email_verified ?? false,
    name: part.display_name ?? '',
    created_at: at,
    updated_at: at,
    is_demo: isDemo,
  })
  const account = await insertAccount(tx, { ...part, uid, created_at: at })
  // A concurrent request took the email or number; the rollback removes the user.
  if (!account) throw new Refusal('EMAIL_EXISTS')
  await recordAccountEvent(deps, tx, uid, 'create')
  return account
}

/** Returns the account in the client's format. */
export function toAccountAnswer(account: AccountRow, links: LinkRow[], factors: FactorRow[]): object {
  return {
    localId: account.uid,
    ...(account.email ? { email: account.email, emailVerified: account.email_verified } : {}),
    ...(account.display_name ? { displayName: account.display_name } : {}),
    ...(account.photo_url ? { photoUrl: account.photo_url } : {}),
    ...(account.phone_number ? { phoneNumber: account.phone_number } : {}),
    ...(account.password_changed_at ? { passwordUpdatedAt: account.password_changed_at.getTime() } : {}),
    createdAt: String(account.created_at.getTime()),
    lastLoginAt: String((account.last_sign_in_at ?? account.created_at).getTime()),
    disabled: account.disabled,
    providerUserInfo: toProviders(account, links),
    ...(factors.length > 0
      ? { mfaInfo: factors.map((factor) => toFactorAnswer(factor, { whole: true })) }
      : {}),
  }
}

function toProviders(account: AccountRow, links: LinkRow[]): object[] {
  const { email, phone_number: phone } = account
  const providers: object[] = links.map((link) => ({
    providerId: link.provider,
    rawId: link.subject,
    federatedId: link.subject,
    email: link.email,
    displayName: link.display_name,
    photoUrl: link.photo_url,
  }))
  if (email && signsInByEmail(account, links)) {
    const { display_name: displayName, photo_url: photoUrl } = account
    providers.push({ providerId: 'password', rawId: email, federatedId: email, email, displayName, photoUrl })
  }
  if (phone) providers.push({ providerId: 'phone', rawId: phone, phoneNumber: phone })
  return providers
}

/** Whether the account signs in by password, or by mailed links for lack of any other method. */
export function signsInByEmail(account: AccountRow, links: readonly LinkRow[]): boolean {
  if (account.password_hash) return true
  return account.email !== null && links.length === 0 && account.phone_number === null
}

/** Returns a second factor in the client's format. Without `whole`, a phone number shows only its last digits. */
export function toFactorAnswer(factor: FactorRow, { whole }: { whole: boolean }): object {
  const phone = factor.phone_number ?? ''
  return {
    mfaEnrollmentId: factor.id,
    ...(factor.display_name ? { displayName: factor.display_name } : {}),
    enrolledAt: factor.enrolled_at.toISOString(),
    ...(factor.kind === 'totp'
      ? { totpInfo: {} }
      : { phoneInfo: whole ? phone : `+${'*'.repeat(Math.max(0, phone.length - 5))}${phone.slice(-4)}` }),
  }
}
