import { type JWTVerifyGetKey, SignJWT } from 'jose'
import type { Config } from '../../ground/settings.ts'
import type { VerifyService } from './identity.ts'
import { payloadOf, remoteKeys } from './verify-token.ts'

const audience = 'nodeyard-service'
const dayMs = 86_400_000

interface Deps {
  serviceTokenKey: Uint8Array
  now(): Date
}

/** Signs a token for a service of the operator, such as a scheduler, valid for `days`. */
export function signServiceToken(
  { serviceTokenKey, now }: Deps,
  { name, days }: { name: string; days: number },
): Promise<string> {
  const at = now()
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(name)
    .setAudience(audience)
    .setIssuedAt(at)
    .setExpirationTime(new Date(at.getTime() + days * dayMs))
    .sign(serviceTokenKey)
}

/**
 * Accepts the registry's own service tokens and those of the configured identity provider, with its issuer, audience
 * and email. Source: API contract 3.1.
 */
export function serviceVerifier(deps: Deps, provider: Config['serviceProvider']): VerifyService {
  const keys = provider && remoteKeys(provider.keysUrl)
  return async (token) =>
    (await verifyOwn(deps, token)) ??
    (provider && keys ? await verifyOfProvider(deps, token, provider, keys) : undefined)
}

async function verifyOwn({ serviceTokenKey, now }: Deps, token: string): Promise<string | undefined> {
  const payload = await payloadOf(token, serviceTokenKey, {
    algorithms: ['HS256'],
    audience,
    currentDate: now(),
    requiredClaims: ['sub', 'exp'],
  })
  return payload?.sub
}

async function verifyOfProvider(
  { now }: Deps,
  token: string,
  { issuer, audience, email }: NonNullable<Config['serviceProvider']>,
  keys: JWTVerifyGetKey,
): Promise<string | undefined> {
  const claims = await payloadOf(token, keys, {
    algorithms: ['RS256', 'ES256'],
    issuer,
    audience,
    currentDate: now(),
    requiredClaims: ['exp', 'email'],
  })
  return claims?.['email'] === email && claims['email_verified'] === true ? email : undefined
}
