import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Db } from '../db/database.ts'
import type { Identity, IdentityClaims } from './identity.ts'
import { readOrMakeSecret } from './sql.ts'

const algorithm = 'RS256'
const keyName = 'identity-signing-key'
export const embeddedIssuer = 'nodeyard-embedded'
export const embeddedAudience = 'nodeyard'
const lifetimeSeconds = 3600

export interface EmbeddedIdentity extends Identity {
  /** An ID token, valid for an hour. */
  sign(claims: Omit<IdentityClaims, 'issuer'>): Promise<string>
}

/** ID tokens of the embedded identity service: signed by a key that the registry made on its first start. */
export async function embeddedIdentity(db: Db, now: () => Date): Promise<EmbeddedIdentity> {
  const stored: JWK = JSON.parse(await readOrMakeSecret(db, keyName, makeKey))
  const signingKey = await importJWK(stored, algorithm)
  const { d, p, q, dp, dq, qi, ...publicPart } = stored
  const publicKey = await importJWK(publicPart, algorithm)

  return {
    async sign({ subject, email, name }) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      return new SignJWT({ email, name })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(subject)
        .setIssuer(embeddedIssuer)
        .setAudience(embeddedAudience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(signingKey)
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: [algorithm],
          issuer: embeddedIssuer,
          audience: embeddedAudience,
          currentDate: now(),
          requiredClaims: ['sub', 'exp'],
        })
        const text = (value: unknown) => (typeof value === 'string' ? value : '')
        return {
          issuer: embeddedIssuer,
          subject: text(payload.sub),
          email: text(payload['email']),
          name: text(payload['name']),
        }
      } catch {
        return undefined
      }
    },
  }
}

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return JSON.stringify({ ...(await exportJWK(privateKey)), alg: algorithm })
}
