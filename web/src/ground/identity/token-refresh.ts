interface TokenHolder {
  getIdTokenResult(): Promise<{ expirationTime: string }>
  getIdToken(force: boolean): Promise<string>
}

export const beforeExpiryMs = 300_000
export const minDelayMs = 30_000
export const maxDelayMs = 960_000

/**
 * Returns a listener for the signed-in user that refreshes the ID token five minutes before it expires, and after a failure
 * at growing intervals. The SDK itself refreshes a token only when a caller requests one.
 */
export function tokenRefresh(now: () => number = Date.now): (user: TokenHolder | null) => Promise<void> {
  let current: TokenHolder | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const refreshAfter = (user: TokenHolder, waitMs: number, retryMs = minDelayMs) => {
    clearTimeout(timer)
    const retry = () => user === current && refreshAfter(user, retryMs, Math.min(maxDelayMs, 2 * retryMs))
    // A new token reaches the listener, which schedules the next refresh.
    timer = setTimeout(() => void user.getIdToken(true).catch(retry), waitMs)
  }

  return async (user) => {
    current = user
    clearTimeout(timer)
    if (!user) return
    const expiresAt = await user.getIdTokenResult().then(
      ({ expirationTime }) => Date.parse(expirationTime),
      () => 0,
    )
    if (user === current) refreshAfter(user, Math.max(minDelayMs, expiresAt - beforeExpiryMs - now()))
  }
}
