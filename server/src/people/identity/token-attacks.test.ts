import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { describe, it } from 'node:test'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { client, holder, signedUp, statusWith } from './attacks.test-support.ts'
import { embeddedIssuer, embeddedProject } from './embedded/project.ts'
import { signerOf } from './embedded/sessions.ts'

describe('an ID token', () => {
  const seconds = () => Math.floor(holder.world.now().getTime() / 1000)
  const claimsOf = (change: JWTPayload = {}): JWTPayload => ({
    iss: embeddedIssuer,
    aud: embeddedProject,
    sub: 'somebody',
    iat: seconds(),
    auth_time: seconds(),
    exp: seconds() + 3600,
    email: 'admin@example.test',
    email_verified: true,
    ...change,
  })
  const publishedKey = async () => {
    const { keys } = await signerOf(holder.world.deps).publicKeys()
    return keys[0] as JWK
  }
  const signedBy = (
    key: CryptoKey | Uint8Array,
    header: { alg: string; kid?: string },
    claims = claimsOf(),
  ) => new SignJWT(claims).setProtectedHeader(header).sign(key)

  it('is refused if it is forged, whichever key it names', async () => {
    const { kid = '' } = await publishedKey()
    const other = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(other.publicKey)
    const pem = createPublicKey({ key: (await publishedKey()) as never, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    })
    const forged = {
      'signed by another key under our name': await signedBy(other.privateKey, { alg: 'RS256', kid }),
      'with an unknown key': await signedBy(other.privateKey, { alg: 'RS256', kid: 'unknown' }),
      'without the name of a key': await signedBy(other.privateKey, { alg: 'RS256' }),
      'with a key of its own inside': await new SignJWT(claimsOf())
        .setProtectedHeader({ alg: 'RS256', kid, jwk })
        .sign(other.privateKey),
      unsigned: new UnsecuredJWT(claimsOf()).encode(),
      'HS256 by the public key as PEM': await signedBy(Buffer.from(String(pem)), { alg: 'HS256', kid }),
      'HS256 by the public key as JSON': await signedBy(Buffer.from(JSON.stringify(await publishedKey())), {
        alg: 'HS256',
        kid,
      }),
      'with another algorithm of the same family': await signedBy(
        (await generateKeyPair('PS256')).privateKey,
        { alg: 'PS256', kid },
      ),
    }
    for (const [name, token] of Object.entries(forged)) {
      assert.equal(await statusWith(token), 401, name)
      assert.equal(await statusWith(token, '/publishers'), 200, `${name}: public routes ignore the token`)
      assert.equal(
        (await client().post('accounts:lookup', { idToken: token })).code,
        'INVALID_ID_TOKEN',
        name,
      )
    }
  })

  it('is refused with 401 if it is garbage', async () => {
    const { idToken } = await signedUp()
    const [header, body, signature = ''] = idToken.split('.')
    const garbage = ['x', '..', 'a.b.c', '{}', `${header}.${body}.`, `${header}.${body}`, `${idToken}x.y`]
    garbage.push(`${header}.${body}.${signature.slice(0, -4)}AAAA`, `${idToken}${'A'.repeat(5000)}`)
    garbage.push(
      `${Buffer.from('{"alg":"RS256","crit":["x"],"x":1}').toString('base64url')}.${body}.${signature}`,
    )
    for (const token of garbage) assert.equal(await statusWith(token), 401, token.slice(0, 40))
  })

  it('is valid only for its issuer, audience and time', async () => {
    const { world } = holder
    const { db, seal } = world.deps
    const row = await db
      .selectFrom('identity_keys')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const key = (await importJWK(JSON.parse(seal.open(row.private_jwk)), 'RS256')) as CryptoKey
    const at = seconds()
    const cases: Record<string, [JWTPayload, number]> = {
      valid: [{}, 200],
      'another issuer': [{ iss: 'https://securetoken.google.com/nodeyard' }, 401],
      'another audience': [{ aud: 'another' }, 401],
      'no audience': [{ aud: undefined as never }, 401],
      expired: [{ iat: at - 7200, auth_time: at - 7200, exp: at - 3600 }, 401],
      'without an end': [{ exp: undefined as never }, 401],
      'issued in the future': [{ iat: at + 3600, exp: at + 7200 }, 401],
      'a sign-in in the future': [{ auth_time: at + 3600 }, 401],
      'not yet valid': [{ nbf: at + 3600 }, 401],
      'without a sign-in': [{ auth_time: undefined as never }, 401],
      'an empty subject': [{ sub: '' }, 401],
      'a subject with a null character': [{ sub: 'a\0b' }, 401],
      'a long subject': [{ sub: 'a'.repeat(129) }, 401],
      'an invalid email': [{ sub: 'odd', email: 7 as never, name: { a: 1 } as never }, 200],
    }
    for (const [name, [change, status]] of Object.entries(cases)) {
      const token = await signedBy(key, { alg: 'RS256', kid: row.kid }, claimsOf(change))
      assert.equal(await statusWith(token), status, name)
    }
  })
})

describe('a refresh token', () => {
  it('is replaced by each use, and works for one more minute', async () => {
    const { refreshToken } = await signedUp()
    const first = await client().refresh(refreshToken)
    assert.notEqual(first.body.refresh_token, refreshToken)
    holder.world.advance(59_000)
    const second = await client().refresh(refreshToken)
    assert.equal(second.status, 200)
    assert.equal((await client().refresh(first.body.refresh_token)).status, 200)
  })

  it('ends the session when it is reused later', async () => {
    const { refreshToken } = await signedUp()
    const { body } = await client().refresh(refreshToken)
    holder.world.advance(61_000)
    assert.equal((await client().refresh(refreshToken)).code, 'TOKEN_EXPIRED')
    assert.equal((await client().refresh(body.refresh_token)).code, 'TOKEN_EXPIRED')
  })

  it('is not stored in plaintext', async () => {
    const { refreshToken } = await signedUp()
    const { rows } = await holder.world.deps.database.raw.query('select hash from identity_refresh_tokens')
    assert.ok(rows.every(({ hash }) => hash !== refreshToken))
    assert.equal((await client().refresh(String(rows[0]?.['hash']))).code, 'TOKEN_EXPIRED')
  })
})
