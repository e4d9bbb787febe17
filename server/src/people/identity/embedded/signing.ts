import {
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose'
import type { Changes } from '../../../ground/db/changes.ts'
import { markChanged, transact } from '../../../ground/db/changes.ts'
import type { Db } from '../../../ground/db/database.ts'
import type { Seal } from '../../../ground/seal.ts'
import type { Identity, TokenClaims, TokenSigner } from '../identity.ts'
import { signingAlgorithm, verifyIdToken } from '../verify-token.ts'
import { embeddedIssuer, embeddedProject, idTokenSeconds } from './project.ts'
import { deleteKeysBut, insertKey, listKeys } from './sql.ts'

/** The current key and its predecessor, whose tokens stay valid for an hour. */
const publishedKeys = 2
const changeTag = 'identity-keys'
const rereadMs = 5000

interface LoadedKeys {
  kid: string
  signing: Awaited<ReturnType<typeof importJWK>>
  published: JWK[]
  find: JWTVerifyGetKey
  loadedAt: number
}

export interface SigningDeps {
  db: Db
  changes: Changes
  now(): Date
  newId(): string
  seal: Seal
}

/** Signs and verifies ID tokens with keys that the registry generates. */
export async function embeddedIdentity(deps: SigningDeps): Promise<Identity & { signer: TokenSigner }> {
  let loaded = await loadOrMake(deps)
  let isStale = false
  deps.changes.onChange((tags) => {
    if (tags.includes(changeTag) || tags.includes('*')) isStale = true
  })
  const current = async () => {
    if (isStale) await reread()
    return loaded
  }
  const reread = async () => {
    isStale = false
    try {
      loaded = await loadOrMake(deps)
    } catch (error) {
      isStale = true
      throw error
    }
  }
  /** Reloads the keys once for an unknown key, which another process may have created. */
  const find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await (await current()).find(header, token)
    } catch (error) {
      const isOld = deps.now().getTime() - loaded.loadedAt > rereadMs
      if (!(error instanceof errors.JWKSNoMatchingKey) || !isOld) throw error
      await reread()
      return loaded.find(header, token)
    }
  }

  return {
    issuer: embeddedIssuer,
    verify: (token) =>
      verifyIdToken(token, find, { issuer: embeddedIssuer, audience: embeddedProject, now: deps.now() }),
    signer: {
      sign: async (claims) => sign(await current(), claims, deps.now()),
      publicKeys: async () => ({ keys: (await current()).published }),
      async rotate() {
        await makeKey(deps)
        await reread()
      },
      async rotateOlderThan(time) {
        const [newest] = await listKeys(deps.db, 1)
        if (!newest || newest.created_at >= time) return
        await makeKey(deps)
        await reread()
      },
    },
  }
}

function sign({ kid, signing }: LoadedKeys, claims: TokenClaims, now: Date): Promise<string> {
  const authTime = Math.floor(claims.authTime.getTime() / 1000)
  // A session can start up to a second in the future; see `sessionStart`.
  const issuedAt = Math.max(authTime, Math.floor(now.getTime() / 1000))
  const { factor } = claims
  return new SignJWT({
    user_id: claims.subject,
    auth_time: authTime,
    ...(claims.sessionId ? { sid: claims.sessionId } : {}),
    ...(claims.email ? { email: claims.email, email_verified: claims.emailVerified } : {}),
    ...(claims.name ? { name: claims.name } : {}),
    ...(claims.picture ? { picture: claims.picture } : {}),
    ...(claims.phoneNumber ? { phone_number: claims.phoneNumber } : {}),
    firebase: {
      sign_in_provider: claims.provider,
      ...(factor ? { sign_in_second_factor: factor.kind, second_factor_identifier: factor.id } : {}),
    },
  })
    .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'JWT' })
    .setSubject(claims.subject)
    .setIssuer(embeddedIssuer)
    .setAudience(embeddedProject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + idTokenSeconds)
    .sign(signing)
}

async function loadOrMake(deps: SigningDeps): Promise<LoadedKeys> {
  const known = await listKeys(deps.db, publishedKeys)
  if (known.length === 0) await makeKey(deps)
  const rows = known.length > 0 ? known : await listKeys(deps.db, publishedKeys)
  const [newest] = rows
  if (!newest) throw new Error('No signing key was found.')
  const published = rows.map(({ public_jwk }) => public_jwk)
  return {
    kid: newest.kid,
    signing: await importJWK(JSON.parse(deps.seal.open(newest.private_jwk)), signingAlgorithm),
    published,
    find: createLocalJWKSet({ keys: published }),
    loadedAt: deps.now().getTime(),
  }
}

async function makeKey({ db, changes, now, newId, seal }: SigningDeps): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const kid = newId()
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: signingAlgorithm, use: 'sig' }
  const privateJwk = seal.close(JSON.stringify(await exportJWK(privateKey)))
  await transact({ db, changes }, async (tx) => {
    await insertKey(tx, {
      kid,
      public_jwk: JSON.stringify(publicJwk),
      private_jwk: privateJwk,
      created_at: now(),
    })
    await deleteKeysBut(tx, publishedKeys)
    markChanged(tx, changeTag)
  })
}
