import type { HostedIdentityConfig } from '../../ground/settings.ts'
import type { Identity } from './identity.ts'
import { remoteKeys, verifyIdToken } from './verify-token.ts'

/** The minimum time between fetches caused by tokens with unknown keys. */
const cooldownMs = 30_000
const cacheMs = 6 * 3_600_000

/** Verifies ID tokens of a hosted project with the keys that its service publishes. */
export function hostedIdentity(
  { issuer, projectId, jwksUrl }: HostedIdentityConfig,
  now: () => Date,
): Identity {
  const keys = remoteKeys(jwksUrl, { cooldownDuration: cooldownMs, cacheMaxAge: cacheMs })
  return {
    issuer,
    verify: (token) => verifyIdToken(token, keys, { issuer, audience: projectId, now: now() }),
  }
}
