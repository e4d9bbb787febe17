/** What a verified ID token says of its holder. */
export interface IdentityClaims {
  issuer: string
  subject: string
  email: string
  name: string
}

export interface Identity {
  /** Undefined for a token that is not ours, forged, expired or not yet valid. */
  verify(token: string): Promise<IdentityClaims | undefined>
}
