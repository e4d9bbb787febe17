import type { IdentityConfig } from '@nodeyard/contract/people'

/** A sign-in method of a user. */
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

/** Waits for a code from a phone or an authenticator app. */
export interface CodeEntry {
  finish(code: string): Promise<void>
}

export interface Factor {
  id: string
  kind: 'phone' | 'totp'
  /** Name that the user chose. Defaults to the number for phones; a sign-in reveals only its last digits. */
  name: string
  /** When the factor was added. Omitted during a sign-in. */
  addedAt?: string
}

/** Thrown by any sign-in method when a second factor is required. */
export class SecondFactorNeeded extends Error {
  override name = 'SecondFactorNeeded'
  readonly factors: Factor[]
  /** Sends the code, for a phone. */
  readonly start: (factor: Factor) => Promise<CodeEntry>
  constructor(factors: Factor[], start: (factor: Factor) => Promise<CodeEntry>) {
    super('A second factor is needed.')
    this.factors = factors
    this.start = start
  }
}

/** Error of the identity service. `code` is the SDK's code without the `auth/` prefix. */
export class IdentityProblem extends Error {
  override name = 'IdentityProblem'
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Requirements for passwords. An omitted rule does not apply. */
export interface PasswordRules {
  minLength: number
  maxLength?: number
  lowerCase: boolean
  upperCase: boolean
  digit: boolean
  other: boolean
}

/** Purpose and account of an email link. */
export interface MailedAction {
  operation: 'verify' | 'reset' | 'sign-in' | 'recover' | 'change' | 'remove-factor'
  email: string | null
  /** The address that the account currently signs in with. */
  account: string | null
}

/** An authenticator app before its confirmation. */
export interface NewApp {
  /** Replaces the QR code when it cannot be scanned. */
  secret: string
  /** `otpauth:` URL for the QR code. */
  address: string
  finish(code: string, name: string): Promise<void>
}

/** The identity service as the site uses it. Methods reject with {@link IdentityProblem}. */
export interface Identity {
  config: IdentityConfig
  current(): SignedInUser | null
  /** Resolves once the sign-in state is known. */
  ready(): Promise<SignedInUser | null>
  /** Called when the user, their profile or their token changes. */
  onChange(listener: (user: SignedInUser | null) => void): () => void
  /** Reloads the user. The service signs them out if the session has ended. */
  refresh(): Promise<void>
  /** Resolves to a token that is valid for some minutes; undefined without a user. */
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
  /** Leaves the page. {@link SignIn.redirectResult} returns the outcome on the page after the return. */
  redirect(provider: Provider): Promise<void>
  /** Resolves to true once, after a redirect that signed the user in. */
  redirectResult(): Promise<boolean>
  isEmailLink(address: string): boolean
  emailLink(email: string, address: string): Promise<void>
  phone(number: string): Promise<CodeEntry>
}

interface Mail {
  sendReset(email: string): Promise<void>
  sendSignInLink(email: string, returnTo: string): Promise<void>
  /** Sends a link that verifies the address; `returnTo` is the address of its page, with the way back. */
  sendVerification(returnTo?: string): Promise<void>
  /** Returns the purpose of a link without using it up. */
  check(code: string): Promise<MailedAction>
  /** Performs the action of a link: verify, recover, change, or remove a factor. */
  apply(code: string): Promise<void>
  setPassword(code: string, password: string): Promise<void>
}

interface Account {
  setProfile(profile: { displayName: string; photoURL: string }): Promise<void>
  /** Sends a link to the new address, which takes effect when the link is opened. */
  changeEmail(email: string): Promise<void>
  /** Changes the password, or sets the first one. */
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
  /** Refused with `last-owner` if a publisher with packs would have no owner, unless this is wanted. */
  delete(leavesPublishers: boolean): Promise<void>
}
