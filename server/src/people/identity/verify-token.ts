import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { RegistryError } from '../../ground/errors.ts'
import type { IdentityClaims } from './identity.ts'

export const signingAlgorithm = 'RS256'
const toleranceSeconds = 5
const maxSubject = 128

/** Thrown when the keys cannot be fetched, which does not make the token invalid. */
export class KeysUnreachable extends Error {
  override name = 'KeysUnreachable'
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
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [signingAlgorithm],
      issuer,
      audience,
      currentDate: now,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    })
    return toClaims(payload, issuer, now)
  } catch (error) {
    if (error instanceof KeysUnreachable) throw new RegistryError('unavailable')
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function toClaims(payload: JWTPayload, issuer: string, now: Date): IdentityClaims | undefined {
  const { sub, iat, auth_time: authTime } = payload
  const latest = now.getTime() / 1000 + toleranceSeconds
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubject || sub !== clean(sub)) return undefined
  if (typeof authTime !== 'number' || authTime > latest || (iat ?? 0) > latest) return undefined
  return {
    issuer,
    subject: sub,
    email: text(payload['email'], 320),
    emailVerified: payload['email_verified'] === true,
    name: text(payload['name'], 255),
    authTime: new Date(authTime * 1000),
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
