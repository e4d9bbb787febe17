import { SignJWT } from 'jose'
import type { UserActor } from '../../ground/permissions.ts'
import { payloadOf } from './verify-token.ts'

const audience = 'nodeyard-admin'
const lifetimeMs = 3600_000

interface Deps {
  adminTokenKey: Uint8Array
  now(): Date
}

/** Signs a second credential for an admin, valid for one hour. Source: API contract 3.3. */
export async function signAdminToken(
  { adminTokenKey, now }: Deps,
  { id }: UserActor,
): Promise<{ token: string; expiresAt: Date }> {
  // JWT times are whole seconds.
  const at = Math.floor(now().getTime() / 1000)
  const expiresAt = new Date(at * 1000 + lifetimeMs)
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setAudience(audience)
    .setIssuedAt(at)
    .setNotBefore(at)
    .setExpirationTime(expiresAt)
    .sign(adminTokenKey)
  return { token, expiresAt }
}

/** Returns the holder and issue time of a token, or undefined if it is foreign, expired or not yet valid. */
export async function verifyAdminToken(
  { adminTokenKey, now }: Deps,
  token: string,
): Promise<{ userId: string; issuedAt: Date } | undefined> {
  const payload = await payloadOf(token, adminTokenKey, {
    algorithms: ['HS256'],
    audience,
    currentDate: now(),
    requiredClaims: ['sub', 'iat', 'exp', 'nbf'],
  })
  const { sub, iat } = payload ?? {}
  return sub === undefined || iat === undefined ? undefined : { userId: sub, issuedAt: new Date(iat * 1000) }
}
