import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { readLimitedText } from '../../ground/http/limited-text.ts'

const timeoutMs = 5000
const maxBytes = 256 * 1024
const usualCooldownMs = 30_000
const cachedMs = 3_600_000

/** Thrown when an issuer's keys cannot be fetched. The token can still be valid. */
export class IssuerUnreachable extends Error {
  override name = 'IssuerUnreachable'
}

export interface KeyOptions {
  cooldownMs?: number
  fetch?: typeof globalThis.fetch
}

/**
 * Returns a function that finds an issuer's keys by OpenID Connect Discovery and caches them. A token with an
 * unknown key triggers a refetch, at most once per cool-down, so that issuers can rotate keys at any time.
 * Requests go only to the issuer's own origin and follow no redirects.
 */
export function issuerKeys(
  issuer: string,
  now: () => Date,
  { cooldownMs = usualCooldownMs, fetch = globalThis.fetch }: KeyOptions = {},
): JWTVerifyGetKey {
  let known: { keys: Promise<JWTVerifyGetKey>; until: number } | undefined

  function discovered(): Promise<JWTVerifyGetKey> {
    const at = now().getTime()
    if (known && at < known.until) return known.keys
    const found = { keys: discover(issuer, { cooldownMs, fetch }), until: at + cachedMs }
    found.keys.catch(() => {
      found.until = now().getTime() + cooldownMs
    })
    known = found
    return found.keys
  }

  return async (header, token) => {
    try {
      const keys = await discovered()
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error
      if (error instanceof errors.JOSENotSupported) throw error
      throw new IssuerUnreachable(`The keys of ${issuer} cannot be fetched.`, { cause: error })
    }
  }
}

async function discover(
  issuer: string,
  { cooldownMs, fetch }: Required<KeyOptions>,
): Promise<JWTVerifyGetKey> {
  const get = (url: string) => getFrom(fetch, url)
  const answer = await get(`${issuer}/.well-known/openid-configuration`)
  const { issuer: named, jwks_uri: keysUrl }: { issuer?: unknown; jwks_uri?: unknown } = await answer.json()

  if (named !== issuer) throw new Error('The discovery document names another issuer.')
  if (typeof keysUrl !== 'string' || new URL(keysUrl).origin !== new URL(issuer).origin)
    throw new Error("The key set is not on the issuer's origin.")
  return createRemoteJWKSet(new URL(keysUrl), {
    [customFetch]: get,
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
    cacheMaxAge: cachedMs,
  })
}

async function getFrom(fetch: typeof globalThis.fetch, url: string): Promise<Response> {
  const answer = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'nodeyard' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readLimitedText(answer, maxBytes)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`)
  return new Response(text)
}
