import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { HostedIdentityConfig } from '../../ground/settings.ts'
import type { Identity } from './identity.ts'
import { KeysUnreachable, verifyIdToken } from './verify-token.ts'

const timeoutMs = 5000
/** Tokens with unknown keys have the keys fetched again at most this often. */
const cooldownMs = 30_000
const keptMs = 6 * 3_600_000

/** Verifies the ID tokens of a hosted project by the keys that its service publishes. */
export function hostedIdentity(
  { issuer, projectId, jwksUrl }: HostedIdentityConfig,
  now: () => Date,
): Identity {
  const keys = unreachableAside(
    createRemoteJWKSet(new URL(jwksUrl), {
      timeoutDuration: timeoutMs,
      cooldownDuration: cooldownMs,
      cacheMaxAge: keptMs,
    }),
  )
  return {
    issuer,
    verify: (token) => verifyIdToken(token, keys, { issuer, audience: projectId, now: now() }),
  }
}

/** A token that names no known key is a bad token; anything else that fails here is the way to the keys. */
function unreachableAside(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error
      if (error instanceof errors.JOSENotSupported) throw error
      throw new KeysUnreachable('The keys of the identity service cannot be fetched.', { cause: error })
    }
  }
}
