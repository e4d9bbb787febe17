import { decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { RegistryError } from '../../ground/errors.ts'
import { type Build, type IssuerName, toBuild } from './build.ts'
import { IssuerUnreachable, issuerKeys, type KeyOptions } from './issuer-keys.ts'
import { malformed, shown, unacceptable } from './refusal.ts'

/** A currently valid token of a CI service. */
export interface VerifiedBuild {
  build: Build
  expiresAt: Date
}

/** The CI services whose tokens are accepted. */
export interface CiIssuers {
  known: readonly IssuerName[]
  /** Throws with an explanation for the person who runs the build. */
  verify(token: string, audience: string): Promise<VerifiedBuild>
}

/** Asymmetric signatures, whose key only the issuer has. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const toleranceSeconds = 30
/** Exchanged tokens are remembered until they expire, so their lifetime needs a limit. */
const longestMs = 86_400_000

export function ciIssuers(known: readonly IssuerName[], now: () => Date, options?: KeyOptions): CiIssuers {
  const keys = new Map(known.map((issuer) => [issuer.url, issuerKeys(issuer.url, now, options)]))
  return {
    known,
    async verify(token, audience) {
      const issuer = issuerOf(known, token)
      const payload = await verify(token, keys.get(issuer.url) as JWTVerifyGetKey, {
        issuer: issuer.url,
        audience,
        now: now(),
      })
      const { iat = 0, exp = 0 } = payload
      const nowMs = now().getTime()
      if (iat * 1000 > nowMs + toleranceSeconds * 1000) throw unacceptable('its claim iat lies in the future')
      if (exp * 1000 > nowMs + longestMs) throw unacceptable('it is good for more than a day')
      return { build: toBuild(issuer, payload), expiresAt: new Date(exp * 1000) }
    },
  }
}

/** The unverified token only selects the keys that verify it. */
function issuerOf(known: readonly IssuerName[], token: string): IssuerName {
  const named = namedIssuer(token)
  const issuer = known.find(({ url }) => url === named)
  if (issuer) return issuer
  throw new RegistryError('ci_issuer_unknown', {
    field: 'body.token',
    details: [
      `expected one of: ${known.map(({ url }) => url).join(', ') || 'none'}`,
      `came: ${shown(named)}`,
    ],
  })
}

function namedIssuer(token: string): string {
  const claims = decode(token)
  const odd = Object.entries(isOfItsType).find(
    ([name, isOf]) => claims[name] !== undefined && !isOf(claims[name]),
  )
  if (odd) throw malformed(`its claim ${odd[0]} has a value of the wrong type`)
  return String(claims['iss'] ?? '')
}

const isText = (value: unknown) => typeof value === 'string'
const isTime = (value: unknown) => Number.isFinite(value)

/** Claims of every JSON Web Token (RFC 7519, 4.1). */
const isOfItsType: Record<string, (value: unknown) => boolean> = {
  iss: isText,
  sub: isText,
  aud: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
  exp: isTime,
  nbf: isTime,
  iat: isTime,
}

function decode(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token)
  } catch {
    throw malformed('it is not a JSON Web Token')
  }
}

async function verify(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, now }: { issuer: string; audience: string; now: Date },
) {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer,
      audience,
      currentDate: now,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    return payload
  } catch (error) {
    if (error instanceof IssuerUnreachable) throw new RegistryError('ci_issuer_unavailable')
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
      throw malformed('it is not a signed JSON Web Token')
    if (error instanceof errors.JOSEError) throw unacceptable(reasonOf(error, audience))
    throw error
  }
}

function reasonOf(error: InstanceType<typeof errors.JOSEError>, audience: string): string {
  if (error instanceof errors.JWTExpired) {
    return `it expired${momentOf(error.payload.exp)}`
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud'
      ? `it is made out to ${shown([error.payload.aud].flat().join(', '))}, and not to ${audience}`
      : `its claim ${error.claim} is missing or not as it must be`
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'it is signed in a way that is not taken here'
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'it is signed with a key that its issuer does not have'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong'
  return 'it cannot be read'
}

/** Formats the time in a claim for an error message; empty for an invalid time. */
function momentOf(seconds: unknown): string {
  const at = new Date(Number(seconds) * 1000)
  return Number.isNaN(at.getTime()) ? '' : ` at ${at.toISOString()}`
}
