import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import { type Provider, providersOf } from '../public-config.ts'
import { Refusal } from '../refusal.ts'
import { recordAccountEvent } from './account-events.ts'
import { createAccount } from './accounts.ts'
import { makeCode, useCode } from './codes.ts'
import { assertSignedInRecently, lockCurrentAccount, readIdToken } from './current-account.ts'
import type { Profile } from './provider-clients.ts'
import { continueSession } from './sessions.ts'
import { admit, type Outcome, signIn } from './sign-in.ts'
import {
  type AccountRow,
  findAccountByEmail,
  findLink,
  insertLink,
  lockAccount,
  updateAccount,
  updateLink,
} from './sql.ts'
import { freeAddress, holderByProof } from './take-back.ts'

interface ProviderInput {
  /** What the trip to the provider brought; counts once. */
  result: string | undefined
  /** Of who is signed in and wants the provider as one more way. */
  idToken?: string
  /** False where nobody is to be made: somebody shows again who they are. */
  autoCreate?: boolean
}

/** Signs in, or links, who came back from a provider. */
export async function signInWithProvider(
  deps: Deps,
  { result: secret, idToken, autoCreate = true }: ProviderInput,
): Promise<object> {
  const claims = idToken === undefined ? undefined : await readIdToken(deps, idToken)
  // One more way to sign in outlives the session of who adds it.
  if (claims) assertSignedInRecently(deps, claims)
  return signIn(deps, async (tx) => {
    const code = secret ? await useCode(deps, tx, 'provider-result', secret) : undefined
    if (!code || code.isExpired) throw new Refusal('INVALID_IDP_RESPONSE')
    const profile = code.data as unknown as Profile
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

async function enter(deps: Deps, tx: Tx, profile: Profile, autoCreate: boolean): Promise<Outcome> {
  const known = await findLink(tx, profile.provider, profile.subject)
  if (known) {
    const account = await lockAccount(tx, known.uid)
    if (!account) throw new Refusal('INVALID_IDP_RESPONSE')
    await updateLink(tx, known, shownOf(profile))
    return entered(deps, tx, account, profile, false)
  }
  const holder = profile.email ? await findAccountByEmail(tx, profile.email) : undefined
  if (holder) {
    // Both sides of one person are joined by somebody who is signed in; except where the account was never proved.
    if (holder.email_verified || !profile.emailVerified)
      return { answer: await needConfirmation(deps, tx, profile) }
    const account = await holderByProof(deps, tx, holder)
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
): Promise<Outcome> {
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
    const extra = { email: profile.email, ...(await anotherTry(deps, tx, profile)) }
    return new Refusal('FEDERATED_USER_ID_ALREADY_LINKED', { extra })
  }
  if (!known && !(await addLink(deps, tx, account.uid, profile)))
    return new Refusal('PROVIDER_ALREADY_LINKED')
  const takesAddress =
    account.email === null && profile.emailVerified && (await isForProvedHolder(deps, tx, profile.email))
  const email = takesAddress ? { email: profile.email, email_verified: true } : {}
  // A provider that vouches for the account's own address has proved it.
  const isProved = account.email !== null && account.email === profile.email && profile.emailVerified
  return updateAccount(tx, account.uid, {
    display_name: account.display_name || profile.name,
    photo_url: account.photo_url || profile.picture,
    ...email,
    ...(isProved ? { email_verified: true } : {}),
  })
}

/** Whether an address is free, or an account has it that never proved it. */
async function isForProvedHolder(deps: Deps, tx: Tx, email: string): Promise<boolean> {
  const holder = await findAccountByEmail(tx, email)
  if (holder?.email_verified) return false
  if (holder) await freeAddress(deps, tx, holder)
  return true
}

async function addLink(deps: Deps, tx: Tx, uid: string, profile: Profile): Promise<boolean> {
  const { provider, subject } = profile
  const isNew = await insertLink(tx, { provider, subject, uid, ...shownOf(profile), linked_at: deps.now() })
  if (isNew) await recordAccountEvent(deps, tx, uid, 'link', { provider })
  return isNew
}

const shownOf = ({ email, name, picture }: Profile) => ({ email, display_name: name, photo_url: picture })

/** Somebody has the address by another way to sign in. With that way, and this token, the two can be linked. */
async function needConfirmation(deps: Deps, tx: Tx, profile: Profile): Promise<object> {
  return {
    needConfirmation: true,
    email: profile.email,
    providerId: profile.provider,
    ...(await anotherTry(deps, tx, profile)),
  }
}

/** What the provider said counts once more. The provider's own tokens never leave the registry. */
async function anotherTry(deps: Deps, tx: Tx, profile: Profile): Promise<object> {
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
