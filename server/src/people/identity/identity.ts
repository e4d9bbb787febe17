/** What a verified ID token says of its holder. */
export interface IdentityClaims {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string
  /** When the holder signed in; refreshed tokens keep it. */
  authTime: Date
  /** Only in tokens of the embedded service. */
  sessionId?: string
}

export interface Identity {
  issuer: string
  /**
   * Undefined for a token that is not ours, forged, expired or not yet valid. Throws `unavailable` when the keys
   * that decide cannot be had.
   */
  verify(token: string): Promise<IdentityClaims | undefined>
  /** Absent when a hosted project signs people in. */
  signer?: TokenSigner
}

/** What an ID token of the embedded service says. */
export interface TokenClaims {
  subject: string
  email: string
  emailVerified: boolean
  name: string
  picture?: string
  phoneNumber?: string
  authTime: Date
  /** The method of the sign-in: `password`, `phone`, `google.com`, … */
  provider: string
  /** Of the embedded service; its own routes go on with it. */
  sessionId?: string
  /** The second factor that was proved. */
  factor?: { kind: 'phone' | 'totp'; id: string }
}

export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>
  /** The public keys by which others may verify: the one that signs, and the one before it. */
  publicKeys(): Promise<{ keys: object[] }>
  /** Signs with a new key from now on; what the last one signed stays good. */
  rotate(): Promise<void>
  /** Rotates when the key that signs is from before a time. */
  rotateOlderThan(time: Date): Promise<void>
}
