import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { type Provider, providersOf } from '../public-config.ts'
import { Refusal } from '../refusal.ts'
import { claimAccount, releaseEmail } from './account-access.ts'
import { recordAccountEvent } from './account-events.ts'
import { createAccount } from './accounts.ts'
import { makeCode, useCode } from './codes.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import { type Profile, StoredProfile } from './provider-profile.ts'
import { continueSession } from './sessions.ts'
import { admit, type SignInOutcome, signIn } from './sign-in.ts'
import {
  type AccountRow,
  findAccountByEmail,
  findLink,
  insertLink,
  lockAccount,
  updateAccount,
  updateLink,
} from './sql.ts'

interface ProviderInput {
  /** The secret of a provider result, which works once. */
  result: string | undefined
  /** Set when a signed-in user links the provider. */
  idToken?: string
  /** False to reauthenticate without creating an account. */
  autoCreate?: boolean
}

/** Signs in with a provider result. With `idToken`, links the provider to that account. */
export async function signInWithProvider(
  deps: Deps,
  { result: secret, idToken, autoCreate = true }: ProviderInput,
): Promise<object> {
  const claims = idToken === undefined ? undefined : await readIdToken(deps, idToken)
  // An added sign-in method outlives the session, so it requires a recent sign-in.
  if (claims) assertSignedInRecently(deps, claims)
  return signIn(deps, async (tx) => {
    const code = secret ? await useCode(deps, tx, 'provider-result', secret) : undefined
    if (!code || code.isExpired || !StoredProfile.Check(code.data)) throw new Refusal('INVALID_IDP_RESPONSE')
    const profile = code.data
    assertOffered(deps, profile.provider)
    if (!claims) return enter(deps, tx, profile, autoCreate)
    const account = await lockCurrentAccount(tx, claims)
    const linked = await link(deps, tx, account, profile)
    if (linked instanceof Refusal) return { refusal: linked }
    return {
      result: await continueSession(deps, tx, linked, claims),
      extra: { ...describe(linked, profile), isNewUser: false },
    }
  })
}

async function enter(deps: Deps, tx: Tx, profile: Profile, autoCreate: boolean): Promise<SignInOutcome> {
  const known = await findLink(tx, profile.provider, profile.subject)
  if (known) {
    const account = await lockAccount(tx, known.uid)
    if (!account) throw new Refusal('INVALID_IDP_RESPONSE')
    await updateLink(tx, known, shownOf(profile))
    return entered(deps, tx, account, profile, false)
  }
  const holder = profile.email ? await findAccountByEmail(tx, profile.email) : undefined
  if (holder) {
    // Joining with a verified account requires a sign-in to it. An unverified account passes to the proved owner.
    if (holder.email_verified || !profile.emailVerified)
      return { answer: await needConfirmation(deps, tx, profile) }
    const account = await claimAccount(deps, tx, holder)
    if (!account) throw new Refusal('INVALID_IDP_RESPONSE')
    await addLink(deps, tx, account.uid, profile)
    return entered(deps, tx, account, profile, false)
  }
  if (!autoCreate) throw new Refusal('USER_NOT_FOUND')
  const account = await createAccount(deps, tx, {
    ...(profile.email && profile.emailVerified ? { email: profile.email, email_verified: true } : {}),
    display_name: profile.name,
    photo_url: profile.picture,
  })
  await addLink(deps, tx, account.uid, profile)
  return entered(deps, tx, account, profile, true)
}

async function entered(
  deps: Deps,
  tx: Tx,
  account: AccountRow,
  profile: Profile,
  isNewUser: boolean,
): Promise<SignInOutcome> {
  const result = await admit(deps, tx, account, { provider: profile.provider })
  return { result, extra: { ...describe(account, profile), isNewUser } }
}

async function link(
  deps: Deps,
  tx: Tx,
  account: AccountRow,
  profile: Profile,
): Promise<AccountRow | Refusal> {
  const known = await findLink(tx, profile.provider, profile.subject)
  if (known && known.uid !== account.uid) {
    const extra = { email: profile.email, ...(await storeAgain(deps, tx, profile)) }
    return new Refusal('FEDERATED_USER_ID_ALREADY_LINKED', { extra })
  }
  if (!known && !(await addLink(deps, tx, account.uid, profile)))
    return new Refusal('PROVIDER_ALREADY_LINKED')
  const takesAddress =
    account.email === null && profile.emailVerified && (await claimEmail(deps, tx, profile.email))
  const email = takesAddress ? { email: profile.email, email_verified: true } : {}
  // The provider has verified the account's own email.
  const isProved = account.email !== null && account.email === profile.email && profile.emailVerified
  return updateAccount(tx, account.uid, {
    display_name: account.display_name || profile.name,
    photo_url: account.photo_url || profile.picture,
    ...email,
    ...(isProved ? { email_verified: true } : {}),
  })
}

/** Releases an email from an unverified account. Returns false if a verified account has it. */
async function claimEmail(deps: Deps, tx: Tx, email: string): Promise<boolean> {
  const holder = await findAccountByEmail(tx, email)
  if (holder?.email_verified) return false
  if (holder) await releaseEmail(deps, tx, holder)
  return true
}

async function addLink(deps: Deps, tx: Tx, uid: string, profile: Profile): Promise<boolean> {
  const { provider, subject } = profile
  const isNew = await insertLink(tx, { provider, subject, uid, ...shownOf(profile), linked_at: deps.now() })
  if (isNew) await recordAccountEvent(deps, tx, uid, 'link', { provider })
  return isNew
}

const shownOf = ({ email, name, picture }: Profile) => ({ email, display_name: name, photo_url: picture })

/** The email belongs to an account with another sign-in method. After signing in to it, this token links the two. */
async function needConfirmation(deps: Deps, tx: Tx, profile: Profile): Promise<object> {
  return {
    needConfirmation: true,
    email: profile.email,
    providerId: profile.provider,
    ...(await storeAgain(deps, tx, profile)),
  }
}

/** Stores the provider result again for one more use. The provider's own tokens never leave the registry. */
async function storeAgain(deps: Deps, tx: Tx, profile: Profile): Promise<object> {
  const secret = await makeCode(deps, tx, 'provider-result', { data: { ...profile } })
  return { providerId: profile.provider, oauthAccessToken: secret, pendingToken: secret }
}

function describe(
  { uid, display_name: displayName, photo_url: photoUrl }: AccountRow,
  profile: Profile,
): object {
  const { provider, subject, email, emailVerified, name, picture } = profile
  return {
    providerId: provider,
    federatedId: subject,
    localId: uid,
    email,
    emailVerified,
    displayName,
    photoUrl,
    rawUserInfo: JSON.stringify({ id: subject, name, picture }),
  }
}

function assertOffered({ config }: Deps, provider: Provider): void {
  const isOffered = config.identity.kind === 'embedded' && providersOf(config.identity).includes(provider)
  if (!isOffered) throw new Refusal('OPERATION_NOT_ALLOWED')
}
