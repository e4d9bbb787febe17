import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { HostedIdentityConfig } from '../../ground/settings.ts'
import type { Identity } from './identity.ts'
import { KeysUnreachable, verifyIdToken } from './verify-token.ts'

const timeoutMs = 5000
/** The minimum time between fetches caused by tokens with unknown keys. */
const cooldownMs = 30_000
const cacheMs = 6 * 3_600_000

/** Verifies ID tokens of a hosted project with the keys that its service publishes. */
export function hostedIdentity(
  { issuer, projectId, jwksUrl }: HostedIdentityConfig,
  now: () => Date,
): Identity {
  const keys = withUnreachable(
    createRemoteJWKSet(new URL(jwksUrl), {
      timeoutDuration: timeoutMs,
      cooldownDuration: cooldownMs,
      cacheMaxAge: cacheMs,
    }),
  )
  return {
    issuer,
    verify: (token) => verifyIdToken(token, keys, { issuer, audience: projectId, now: now() }),
  }
}

/** Throws `KeysUnreachable` unless the error concerns the token itself. */
function withUnreachable(keys: JWTVerifyGetKey): JWTVerifyGetKey {
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
