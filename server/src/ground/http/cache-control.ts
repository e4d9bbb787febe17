/** How long a response is served while it cannot be renewed, here and in shared caches. */
export const longestStaleMs = 3_600_000

/** The `Cache-Control` header of every kind of response. */
export const cacheControl = {
  /** No cache stores the response. */
  none: 'no-store',
  /** For one caller only; not even the client stores it. */
  secret: 'private, no-store',
  /** The client stores the response and revalidates it on each use. */
  private: 'private, no-cache',
  /** A stale response. Clients must revalidate it. */
  stale: 'public, no-cache',
  /** The URL contains a digest of the content. */
  immutable: 'public, max-age=31536000, immutable',
  /** For this long, clients do not revalidate. */
  fixed: (seconds: number) => `public, max-age=${seconds}`,
  shared: sharedCaching,
}

/**
 * A public response. Shared caches revalidate after `sharedSeconds`, clients after `clientSeconds`. Shared caches may
 * serve a stale response for an hour while the registry is unavailable. Browsers too show a stale response for
 * `revalidateSeconds` while they renew it, so it suits only what rarely changes.
 */
function sharedCaching({ clientSeconds = 0, sharedSeconds = 10, revalidateSeconds = 0 } = {}): string {
  const parts = [
    'public',
    `max-age=${clientSeconds}`,
    `s-maxage=${sharedSeconds}`,
    ...(revalidateSeconds > 0 ? [`stale-while-revalidate=${revalidateSeconds}`] : []),
    `stale-if-error=${longestStaleMs / 1000}`,
  ]
  return parts.join(', ')
}
