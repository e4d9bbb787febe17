import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
  type RemoteJWKSetOptions,
} from 'jose'
import { RegistryError } from '../../ground/errors.ts'
import type { IdentityClaims } from './identity.ts'

export const signingAlgorithm = 'RS256'
const toleranceSeconds = 5
const maxSubject = 128
const timeoutMs = 5000

/** Fetches the keys of another service. While they cannot be fetched, requests get 503: their tokens may be valid. */
export function remoteKeys(url: string, options: RemoteJWKSetOptions = {}): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs, ...options })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error
      if (error instanceof errors.JOSENotSupported) throw error
      throw new RegistryError('unavailable')
    }
  }
}

/** Returns the payload of a token that these keys signed; undefined for any other. */
export async function payloadOf(
  token: string,
  keys: JWTVerifyGetKey | Uint8Array,
  options: JWTVerifyOptions,
): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, typeof keys === 'function' ? keys : () => keys, options)
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/**
 * Returns the claims of a token that one of these keys signed for this audience and that is valid now. Keys, issuer
 * and audience come only from the caller, never from the token.
 */
export async function verifyIdToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, now }: { issuer: string; audience: string; now: Date },
): Promise<IdentityClaims | undefined> {
  const payload = await payloadOf(token, keys, {
    algorithms: [signingAlgorithm],
    issuer,
    audience,
    currentDate: now,
    clockTolerance: toleranceSeconds,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
  })
  return payload && toClaims(payload, issuer, now)
}

function toClaims(payload: JWTPayload, issuer: string, now: Date): IdentityClaims | undefined {
  const { sub, iat = 0, auth_time: authTime } = payload
  const latest = now.getTime() / 1000 + toleranceSeconds
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubject || sub !== clean(sub)) return undefined
  if (typeof authTime !== 'number' || authTime > latest || iat > latest) return undefined
  return {
    issuer,
    subject: sub,
    email: text(payload['email'], 320),
    emailVerified: payload['email_verified'] === true,
    name: text(payload['name'], 255),
    authTime: new Date(authTime * 1000),
    issuedAt: new Date(iat * 1000),
    hasSecondFactor: passedFactor(payload['firebase']),
    ...(typeof payload['sid'] === 'string' ? { sessionId: payload['sid'] } : {}),
  }
}

/** The claim of a hosted project, and of the embedded service. */
const passedFactor = (claim: unknown) =>
  typeof claim === 'object' &&
  claim !== null &&
  typeof (claim as Record<string, unknown>)['sign_in_second_factor'] === 'string'

const text = (value: unknown, maxLength: number) =>
  typeof value === 'string' ? clean(value).slice(0, maxLength).toWellFormed() : ''
const clean = (value: string) => value.replace(/[\x00-\x1f\x7f]/g, '').toWellFormed()
