const key = 'nodeyard-email-of-link'

/** The address that a sign-in link was sent to, so that its owner need not type it again in this browser. */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(key, email)
  } catch {
    // Then the address is asked for.
  }
}

export function rememberedEmail(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function forgetEmail(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
