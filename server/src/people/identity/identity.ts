/** The claims of a verified ID token. */
export interface IdentityClaims {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string
  /** The time of the sign-in, which token refreshes keep. */
  authTime: Date
  issuedAt: Date
  /** Whether the sign-in passed a second factor. */
  hasSecondFactor: boolean
  /** Present only in tokens of the embedded service. */
  sessionId?: string
}

export interface Identity {
  issuer: string
  /**
   * Returns undefined for a token that is foreign, forged, expired or not yet valid. Throws `unavailable` if the
   * verification keys cannot be fetched.
   */
  verify(token: string): Promise<IdentityClaims | undefined>
  /** Omitted when a hosted project signs the tokens. */
  signer?: TokenSigner
}

/** The claims of an ID token that the embedded service signs. */
export interface TokenClaims {
  subject: string
  email: string
  emailVerified: boolean
  name: string
  picture?: string
  phoneNumber?: string
  authTime: Date
  /** The sign-in method: `password`, `phone`, `google.com`, … */
  provider: string
  /** The session that the embedded service's own routes check. */
  sessionId?: string
  /** The second factor that the user passed. */
  factor?: { kind: 'phone' | 'totp'; id: string }
}

export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>
  /** Returns the verification keys: the current one and its predecessor. */
  publicKeys(): Promise<{ keys: object[] }>
  /** Starts signing with a new key. Tokens signed with the previous one stay valid. */
  rotate(): Promise<void>
  /** Rotates if the current key was created before a time. */
  rotateOlderThan(time: Date): Promise<void>
}

/** Returns the name of the service, or undefined if the token is not a valid service token. */
export type VerifyService = (token: string) => Promise<string | undefined>
