const key = 'nodeyard-email-of-link'

/** Remembers where a sign-in link was sent, so that the user need not retype the address in this browser. */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(key, email)
  } catch {
    // The page asks for the address instead.
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
    // Storage is unavailable, so nothing is stored.
  }
}
