import type { IdentityConfig } from '@nodeyard/contract/identity'

/** One way to sign in that a user has. */
export interface SignInOfUser {
  providerId: string
  uid: string
  email: string | null
  displayName: string | null
  photoURL: string | null
  phoneNumber: string | null
}

/** The signed-in user. Source: specification 3. */
export interface SignedInUser {
  uid: string
  email: string | null
  displayName: string | null
  photoURL: string | null
  emailVerified: boolean
  phoneNumber: string | null
  isAnonymous: boolean
  tenantId: string | null
  providerData: SignInOfUser[]
  metadata: { creationTime?: string; lastSignInTime?: string }
}

export type Provider = 'github.com' | 'google.com'

/** Somebody who types a code that came by phone, or out of an app. */
export interface CodeEntry {
  finish(code: string): Promise<void>
}

export interface Factor {
  id: string
  kind: 'phone' | 'totp'
  /** What its owner called it; for a phone else the number, of which a sign-in sees the last digits only. */
  name: string
  /** When it was added. Absent while signing in. */
  addedAt?: string
}

/** Every way to sign in may end with this instead: a second factor is asked for first. */
export class SecondFactorNeeded extends Error {
  override name = 'SecondFactorNeeded'
  readonly factors: Factor[]
  /** For a phone this sends the code. */
  readonly start: (factor: Factor) => Promise<CodeEntry>
  constructor(factors: Factor[], start: (factor: Factor) => Promise<CodeEntry>) {
    super('A second factor is needed.')
    this.factors = factors
    this.start = start
  }
}

/** What the identity service refused; `code` is the SDK's, without `auth/`. */
export class IdentityProblem extends Error {
  override name = 'IdentityProblem'
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** What a password has to have. Absent: not asked for. */
export interface PasswordRules {
  minLength: number
  maxLength?: number
  lowerCase: boolean
  upperCase: boolean
  digit: boolean
  other: boolean
}

/** What a link in a mail is about, and for whom. */
export interface MailedAction {
  operation: 'verify' | 'reset' | 'sign-in' | 'recover' | 'change' | 'remove-factor'
  email: string | null
  /** The address by which people sign in to the account now. */
  account: string | null
}

/** An authenticator app that is about to be added. */
export interface NewApp {
  /** To be typed where a picture cannot be scanned. */
  secret: string
  /** `otpauth:` address for the picture. */
  address: string
  finish(code: string, name: string): Promise<void>
}

/** Everything that the site asks of whoever signs people in. Rejects with {@link IdentityProblem}. */
export interface Identity {
  config: IdentityConfig
  current(): SignedInUser | null
  /** Settles once it is known whether somebody is signed in. */
  ready(): Promise<SignedInUser | null>
  /** Called with every change of the user, of what is known of them, and of their token. */
  onChange(listener: (user: SignedInUser | null) => void): () => void
  /** Asks the service anew about the user, who is signed out by it when the session is over. */
  refresh(): Promise<void>
  /** A token that is valid for some minutes at least; undefined without a user. */
  freshToken(options?: { force: boolean }): Promise<string | undefined>
  signIn: SignIn
  signUp(person: { email: string; password: string; name: string }): Promise<void>
  signOut(): Promise<void>
  passwordRules(): Promise<PasswordRules>
  mail: Mail
  account: Account
}

interface SignIn {
  password(email: string, password: string): Promise<void>
  popup(provider: Provider): Promise<void>
  /** Leaves the page. {@link SignIn.redirectResult} tells the end of it on the page that is come back to. */
  redirect(provider: Provider): Promise<void>
  /** True when a redirect has just signed somebody in. It is told once. */
  redirectResult(): Promise<boolean>
  isEmailLink(address: string): boolean
  emailLink(email: string, address: string): Promise<void>
  phone(number: string): Promise<CodeEntry>
}

interface Mail {
  sendReset(email: string): Promise<void>
  sendSignInLink(email: string, returnTo: string): Promise<void>
  sendVerification(): Promise<void>
  /** What a link is about. It stays usable. */
  check(code: string): Promise<MailedAction>
  /** Does what a link is for: verify, recover, change, remove a factor. */
  apply(code: string): Promise<void>
  setPassword(code: string, password: string): Promise<void>
}

interface Account {
  setProfile(profile: { displayName: string; photoURL: string }): Promise<void>
  /** Sends a link to the new address, which becomes the user's when it is followed. */
  changeEmail(email: string): Promise<void>
  /** Changes the password, or gives one to a user who has none. */
  setPassword(password: string): Promise<void>
  link(provider: Provider): Promise<void>
  linkPhone(number: string): Promise<CodeEntry>
  unlink(providerId: string): Promise<void>
  proveByPassword(password: string): Promise<void>
  proveByPopup(provider: Provider): Promise<void>
  factors(): Factor[]
  addApp(productName: string): Promise<NewApp>
  addPhone(number: string, name: string): Promise<CodeEntry>
  removeFactor(id: string): Promise<void>
  delete(): Promise<void>
}
