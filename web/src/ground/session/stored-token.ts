const key = 'idToken'

/** The last ID token of this tab. Source: specification 7. */
export function storedToken(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function storeToken(token: string): void {
  try {
    sessionStorage.setItem(key, token)
  } catch {
    // Each request then asks the identity service, which keeps the token in memory.
  }
}
