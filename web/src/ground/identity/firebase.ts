// @ts-expect-error: its public types leave out what the other packages of the SDK use.
import { _addOrOverwriteComponent, initializeApp } from '@firebase/app'
import {
  type ApplicationVerifier,
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  type ConfirmationResult,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  getMultiFactorResolver,
  getRedirectResult,
  initializeAuth,
  isSignInWithEmailLink,
  linkWithCredential,
  linkWithPhoneNumber,
  linkWithPopup,
  type MultiFactorError,
  type MultiFactorInfo,
  type MultiFactorResolver,
  type MultiFactorSession,
  multiFactor,
  onIdTokenChanged,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  type PhoneMultiFactorInfo,
  RecaptchaVerifier,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  type UserInfo as Sign,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPhoneNumber,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  TotpMultiFactorGenerator,
  type User,
  unlink,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import type { IdentityConfig } from '@nodeyard/contract/people'
import {
  type CodeEntry,
  type Factor,
  type Identity,
  IdentityProblem,
  type MailedAction,
  type PasswordRules,
  type Provider,
  SecondFactorNeeded,
  type SignedInUser,
  type SignInOfUser,
} from './identity.ts'
import { loadScript } from './load-script.ts'
import { keepsSiteData } from './site-data.ts'
import { tokenRefresh } from './token-refresh.ts'
import { tokenSync } from './token-sync.ts'

/**
 * Connects to the identity service through its SDK: the embedded service at this origin or a hosted project.
 */
export async function firebaseIdentity(config: IdentityConfig, locale: string): Promise<Identity> {
  // Only provider popups need this script.
  if (config.framesScript) await loadScript(config.framesScript).catch(() => {})
  const { apiKey, projectId, authDomain } = config
  const app = initializeApp({ apiKey, projectId, authDomain })
  // The SDK would store statistics for its makers in IndexedDB before each request.
  const noStatistics = { triggerHeartbeat: async () => {}, getHeartbeatsHeader: async () => '' }
  _addOrOverwriteComponent(app, { name: 'heartbeat', instanceFactory: () => noStatistics })
  const auth = initializeAuth(app, {
    // Not IndexedDB: in WebKit, a page left in the middle of a transaction can block those of all later pages.
    persistence: [browserLocalPersistence, browserSessionPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (config.usesOwnOrigin) connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  auth.languageCode = locale
  onIdTokenChanged(auth, tokenRefresh())
  if (config.tokenSyncPath) {
    const parts = { fetch: (...call: Parameters<typeof fetch>) => fetch(...call), now: Date.now }
    onIdTokenChanged(auth, tokenSync(config.tokenSyncPath, parts))
  }
  return identityOf(auth, config)
}

function identityOf(auth: Auth, config: IdentityConfig): Identity {
  const listeners = new Set<(user: SignedInUser | null) => void>()
  const current = () => (auth.currentUser ? toUser(auth.currentUser) : null)
  const tell = () => {
    for (const listener of listeners) listener(current())
  }
  onIdTokenChanged(auth, tell)

  const run = runnerOf(auth, config)
  /** Runs a sign-in, which the next page load can continue only from the browser's storage. */
  const keep: Run = (call) =>
    run(() => {
      if (!keepsSiteData()) throw new IdentityProblem('web-storage-unsupported', 'Site data is blocked.')
      return call()
    })
  /** Notifies all listeners of the changes that the call made to the user. */
  const change = async (call: (user: User) => Promise<unknown>): Promise<void> => {
    await run(() => call(userOf(auth)))
    tell()
  }
  const enterCode = (pending: Promise<ConfirmationResult>): Promise<CodeEntry> =>
    run(async () => {
      const confirmation = await pending
      return {
        finish: async (code) => {
          await run(() => confirmation.confirm(code))
          tell()
        },
      }
    })
  return {
    config,
    current,
    ready: () => auth.authStateReady().then(current),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: () =>
      run(async () => {
        await auth.currentUser?.reload()
        tell()
      }),
    freshToken: (options) => run(async () => auth.currentUser?.getIdToken(options?.force)),
    signIn: {
      ...signInOf(auth, keep),
      phone: (number) =>
        keep(() => enterCode(signInWithPhoneNumber(auth, number, verifierFor(auth, config)))),
    },
    signUp: ({ email, password, name }) =>
      keep(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        if (name) await updateProfile(user, { displayName: name })
        tell()
      }),
    signOut: () => run(() => signOut(auth)),
    passwordRules: () => run(async () => toRules(await validatePassword(auth, ''))),
    mail: mailOf(auth, run),
    account: {
      ...changingOf(auth, change),
      linkPhone: (number) => enterCode(linkWithPhoneNumber(userOf(auth), number, verifierFor(auth, config))),
      factors: () => factorsOf(auth),
      ...addingOf({ auth, config, run, change }),
    },
  }
}

function factorsOf({ currentUser }: Auth): Factor[] {
  return currentUser ? multiFactor(currentUser).enrolledFactors.map(toFactor) : []
}

type Run = ReturnType<typeof runnerOf>

function signInOf(auth: Auth, run: Run): Omit<Identity['signIn'], 'phone'> {
  return {
    password: (email, password) => run(() => done(signInWithEmailAndPassword(auth, email, password))),
    popup: (provider) => run(() => done(signInWithPopup(auth, providerOf(provider)))),
    redirect: (provider) => run(() => signInWithRedirect(auth, providerOf(provider))),
    redirectResult: () => run(async () => (await getRedirectResult(auth)) !== null),
    isEmailLink: (address) => isSignInWithEmailLink(auth, address),
    emailLink: (email, address) => run(() => done(signInWithEmailLink(auth, email, address))),
  }
}

function changingOf(
  auth: Auth,
  change: Changing['change'],
): Omit<Identity['account'], 'linkPhone' | 'factors' | keyof ReturnType<typeof addingOf>> {
  return {
    setProfile: (profile) => change((user) => updateProfile(user, profile)),
    changeEmail: (email) => change((user) => verifyBeforeUpdateEmail(user, email)),
    setPassword: (password) => change((user) => setPassword(user, password)),
    link: (provider) => change((user) => linkWithPopup(user, providerOf(provider))),
    unlink: (providerId) => change((user) => unlink(user, providerId)),
    proveByPassword: (password) =>
      change((user) =>
        reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)),
      ),
    proveByPopup: (provider) => change((user) => reauthenticateWithPopup(user, providerOf(provider))),
    removeFactor: (id) => change((user) => multiFactor(user).unenroll(id)),
    delete: (leavesPublishers) => change((user) => deleteAccount(auth, user, leavesPublishers)),
  }
}

/** The SDK cannot send that publishers are left without an owner, so a second request does, to the embedded service. */
async function deleteAccount(auth: Auth, user: User, leavesPublishers: boolean): Promise<void> {
  try {
    await deleteUser(user)
  } catch (error) {
    if (!leavesPublishers || codeOf(error) !== 'last-owner') throw error
    const body = JSON.stringify({ idToken: await user.getIdToken(), leavePublishers: true })
    const headers = { 'content-type': 'application/json' }
    const key = encodeURIComponent(auth.config.apiKey)
    const address = `/identitytoolkit.googleapis.com/v1/accounts:delete?key=${key}`
    if (!(await fetch(address, { method: 'POST', headers, body })).ok) throw error
    await signOut(auth)
  }
}

function mailOf(auth: Auth, run: Run): Identity['mail'] {
  return {
    sendReset: (email) => run(() => sendPasswordResetEmail(auth, email)),
    sendSignInLink: (email, url) =>
      run(() => sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })),
    sendVerification: (url) => run(() => sendEmailVerification(userOf(auth), url ? { url } : undefined)),
    check: (code) => run(() => checkMailed(auth, code)),
    apply: (code) => run(() => applyActionCode(auth, code)),
    setPassword: (code, password) => run(() => confirmPasswordReset(auth, code, password)),
  }
}

interface Changing {
  auth: Auth
  config: IdentityConfig
  run: Run
  change(call: (user: User) => Promise<unknown>): Promise<void>
}

/** Enrolls second factors. */
function addingOf({ auth, config, run, change }: Changing): Pick<Identity['account'], 'addApp' | 'addPhone'> {
  return {
    addApp: (productName) =>
      run(async () => {
        const user = userOf(auth)
        const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
        return {
          secret: secret.secretKey,
          address: secret.generateQrCodeUrl(user.email ?? user.uid, productName),
          finish: (code, name) =>
            change((owner) =>
              multiFactor(owner).enroll(
                TotpMultiFactorGenerator.assertionForEnrollment(secret, code),
                name || null,
              ),
            ),
        }
      }),
    addPhone: (phoneNumber, name) =>
      run(async () => {
        const session = await multiFactor(userOf(auth)).getSession()
        const finishWith = await phoneAssertion(auth, config, { phoneNumber, session })
        return {
          finish: (code) => change((user) => multiFactor(user).enroll(finishWith(code), name || null)),
        }
      }),
  }
}

async function done(result: Promise<unknown>): Promise<void> {
  await result
}

/** Fails when the session has ended in another tab. */
function userOf({ currentUser }: Auth): User {
  if (!currentUser) throw new IdentityProblem('user-token-expired', 'Nobody is signed in.')
  return currentUser
}

function toUser(user: User): SignedInUser {
  const { uid, email, displayName, photoURL, phoneNumber, emailVerified, isAnonymous, tenantId } = user
  const { creationTime, lastSignInTime } = user.metadata
  return {
    uid,
    email,
    displayName,
    photoURL,
    phoneNumber,
    emailVerified,
    isAnonymous,
    tenantId,
    providerData: user.providerData.map(toSignIn),
    metadata: {
      ...(creationTime ? { creationTime } : {}),
      ...(lastSignInTime ? { lastSignInTime } : {}),
    },
  }
}

function toSignIn({ providerId, uid, email, displayName, photoURL, phoneNumber }: Sign): SignInOfUser {
  return { providerId, uid, email, displayName, photoURL, phoneNumber }
}

function providerOf(provider: Provider): GithubAuthProvider | GoogleAuthProvider {
  if (provider === 'google.com') return new GoogleAuthProvider()
  const github = new GithubAuthProvider()
  github.addScope('user:email')
  return github
}

async function setPassword(user: User, password: string): Promise<void> {
  const hasPassword = user.providerData.some(({ providerId }) => providerId === 'password')
  if (hasPassword) await updatePassword(user, password)
  else await linkWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password))
}

const operations: Record<string, MailedAction['operation']> = {
  VERIFY_EMAIL: 'verify',
  PASSWORD_RESET: 'reset',
  EMAIL_SIGNIN: 'sign-in',
  RECOVER_EMAIL: 'recover',
  VERIFY_AND_CHANGE_EMAIL: 'change',
  REVERT_SECOND_FACTOR_ADDITION: 'remove-factor',
}

async function checkMailed(auth: Auth, code: string): Promise<MailedAction> {
  const { operation, data } = await checkActionCode(auth, code)
  const known = operations[operation]
  if (!known) throw new IdentityProblem('invalid-action-code', `The operation ${operation} is unknown.`)
  const email = data.email ?? null
  return { operation: known, email, account: known === 'change' ? data.previousEmail || null : email }
}

function toRules({ passwordPolicy }: Awaited<ReturnType<typeof validatePassword>>): PasswordRules {
  const { minPasswordLength, maxPasswordLength, ...kinds } = passwordPolicy.customStrengthOptions
  return {
    minLength: minPasswordLength ?? 6,
    ...(maxPasswordLength ? { maxLength: maxPasswordLength } : {}),
    lowerCase: kinds.containsLowercaseLetter ?? false,
    upperCase: kinds.containsUppercaseLetter ?? false,
    digit: kinds.containsNumericCharacter ?? false,
    other: kinds.containsNonAlphanumericCharacter ?? false,
  }
}

function toFactor(info: MultiFactorInfo): Factor {
  const kind = info.factorId === 'totp' ? 'totp' : 'phone'
  const number = kind === 'phone' ? (info as PhoneMultiFactorInfo).phoneNumber : ''
  const addedAt = info.enrollmentTime
  return { id: info.uid, kind, name: info.displayName || number, ...(addedAt ? { addedAt } : {}) }
}

/** Sends a code to a phone. Returns a function that turns the code into an assertion. */
async function phoneAssertion(
  auth: Auth,
  config: IdentityConfig,
  to: { session: MultiFactorSession } & ({ phoneNumber: string } | { multiFactorHint: MultiFactorInfo }),
) {
  const verificationId = await new PhoneAuthProvider(auth).verifyPhoneNumber(
    to as Parameters<PhoneAuthProvider['verifyPhoneNumber']>[0],
    verifierFor(auth, config),
  )
  return (code: string) =>
    PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code))
}

/** A hosted service requires a captcha before it sends a code; the embedded one uses rate limits. */
function verifierFor(auth: Auth, { mode }: IdentityConfig): ApplicationVerifier {
  if (mode === 'hosted') {
    const place = document.body.appendChild(document.createElement('div'))
    return new RecaptchaVerifier(auth, place, { size: 'invisible' })
  }
  const verifier = { type: 'recaptcha', verify: async () => 'embedded', _reset() {} }
  return verifier
}

/** Calls the SDK and converts its errors to identity problems. */
function runnerOf(auth: Auth, config: IdentityConfig) {
  return async <Value>(call: () => Promise<Value>): Promise<Value> => {
    try {
      return await call()
    } catch (error) {
      throw toProblem(auth, config, error)
    }
  }
}

function toProblem(auth: Auth, config: IdentityConfig, error: unknown): Error {
  if (error instanceof IdentityProblem || error instanceof SecondFactorNeeded) return error
  const code = codeOf(error)
  if (code === 'multi-factor-auth-required') {
    return secondFactorNeeded(auth, config, getMultiFactorResolver(auth, error as MultiFactorError))
  }
  return new IdentityProblem(code, error instanceof Error ? error.message : String(error), { cause: error })
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return code.startsWith('auth/') ? code.slice('auth/'.length) : 'internal-error'
}

function secondFactorNeeded(
  auth: Auth,
  config: IdentityConfig,
  resolver: MultiFactorResolver,
): SecondFactorNeeded {
  const { hints, session } = resolver
  const run = runnerOf(auth, config)
  return new SecondFactorNeeded(hints.map(toFactor), (factor) =>
    run(async () => {
      const hint = hints.find(({ uid }) => uid === factor.id)
      if (!hint) throw new IdentityProblem('missing-multi-factor-info', 'This second factor is unknown.')
      const assert =
        factor.kind === 'totp'
          ? (code: string) => TotpMultiFactorGenerator.assertionForSignIn(hint.uid, code)
          : await phoneAssertion(auth, config, { multiFactorHint: hint, session })
      return { finish: (code) => run(() => done(resolver.resolveSignIn(assert(code)))) }
    }),
  )
}
