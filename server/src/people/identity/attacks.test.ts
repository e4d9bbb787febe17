import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { describe, test } from 'node:test'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { IdentityClient } from '../../../test/identity-client.ts'
import { lastCodeTo, lastDigitsTo } from '../../../test/outbox.ts'
import { useWorld, World } from '../../../test/world.ts'
import { allowances, countOrRefuse } from './embedded/attempts.ts'
import { signerOf } from './embedded/sessions.ts'
import { embeddedIssuer, embeddedProject } from './embedded/signing.ts'

const holder = useWorld()
const client = (options?: ConstructorParameters<typeof IdentityClient>[1]) =>
  new IdentityClient(holder.world, options)
const password = 'right-horse-9'
let count = 0
const newEmail = () => `eve-${++count}@example.test`

async function signedUp() {
  const email = newEmail()
  const { body } = await client({ ip: `10.0.0.${++count % 250}` }).post('accounts:signUp', {
    email,
    password,
  })
  return { email, ...body } as { email: string; idToken: string; refreshToken: string; localId: string }
}

async function statusWith(token: string, path = '/users'): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await holder.world.fetch(`http://registry.test${path}`, { headers })).status
}

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

  test('that a stranger made is refused, whatever it names', async () => {
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
      assert.equal(await statusWith(token, '/publishers'), 200, `${name}: anybody reads what is public`)
      assert.equal(
        (await client().post('accounts:lookup', { idToken: token })).code,
        'INVALID_ID_TOKEN',
        name,
      )
    }
  })

  test('that is garbage is refused, and is no error of ours', async () => {
    const { idToken } = await signedUp()
    const [header, body, signature = ''] = idToken.split('.')
    const garbage = ['x', '..', 'a.b.c', '{}', `${header}.${body}.`, `${header}.${body}`, `${idToken}x.y`]
    garbage.push(`${header}.${body}.${signature.slice(0, -4)}AAAA`, `${idToken}${'A'.repeat(5000)}`)
    garbage.push(
      `${Buffer.from('{"alg":"RS256","crit":["x"],"x":1}').toString('base64url')}.${body}.${signature}`,
    )
    for (const token of garbage) assert.equal(await statusWith(token), 401, token.slice(0, 40))
  })

  test('counts for its issuer, its audience and its time only', async () => {
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
      'as it should be': [{}, 200],
      'another issuer': [{ iss: 'https://securetoken.google.com/nodeyard' }, 401],
      'another audience': [{ aud: 'another' }, 401],
      'no audience': [{ aud: undefined as never }, 401],
      expired: [{ iat: at - 7200, auth_time: at - 7200, exp: at - 3600 }, 401],
      'without an end': [{ exp: undefined as never }, 401],
      'issued in the future': [{ iat: at + 3600, exp: at + 7200 }, 401],
      'of a sign-in in the future': [{ auth_time: at + 3600 }, 401],
      'not yet valid': [{ nbf: at + 3600 }, 401],
      'without a sign-in': [{ auth_time: undefined as never }, 401],
      'of nobody': [{ sub: '' }, 401],
      'of somebody with a null character': [{ sub: 'a\0b' }, 401],
      'of somebody with a long name': [{ sub: 'a'.repeat(129) }, 401],
      'with an address that is none': [{ sub: 'odd', email: 7 as never, name: { a: 1 } as never }, 200],
    }
    for (const [name, [change, status]] of Object.entries(cases)) {
      const token = await signedBy(key, { alg: 'RS256', kid: row.kid }, claimsOf(change))
      assert.equal(await statusWith(token), status, name)
    }
  })
})

describe('a refresh token', () => {
  test('is replaced by each use, and the old one counts for a minute more', async () => {
    const { refreshToken } = await signedUp()
    const first = await client().refresh(refreshToken)
    assert.notEqual(first.body.refresh_token, refreshToken)
    holder.world.advance(59_000)
    const second = await client().refresh(refreshToken)
    assert.equal(second.status, 200)
    assert.equal((await client().refresh(first.body.refresh_token)).status, 200)
  })

  test('that comes back later ends the session: two people have it', async () => {
    const { refreshToken } = await signedUp()
    const { body } = await client().refresh(refreshToken)
    holder.world.advance(61_000)
    assert.equal((await client().refresh(refreshToken)).code, 'TOKEN_EXPIRED')
    assert.equal((await client().refresh(body.refresh_token)).code, 'TOKEN_EXPIRED')
  })

  test('is not what the database holds', async () => {
    const { refreshToken } = await signedUp()
    const { rows } = await holder.world.deps.database.raw.query('select hash from identity_refresh_tokens')
    assert.ok(rows.every(({ hash }) => hash !== refreshToken))
    assert.equal((await client().refresh(String(rows[0]?.['hash']))).code, 'TOKEN_EXPIRED')
  })
})

describe('guessing', () => {
  test('a password is refused after a few tries from one place, and for the right one too', async () => {
    const { email } = await signedUp()
    const from = (ip: string, text: string) =>
      client({ ip }).post('accounts:signInWithPassword', { email, password: text })
    for (let tries = 0; tries < 10; tries++)
      assert.equal((await from('198.51.100.7', 'wrong-one-9')).code, 'INVALID_LOGIN_CREDENTIALS')
    const refused = await from('198.51.100.7', password)
    assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'])
    // Its holder is elsewhere.
    assert.equal((await from('198.51.100.8', password)).status, 200)
    holder.world.advance(15 * 60_000 + 1000)
    assert.equal((await from('198.51.100.7', password)).status, 200)
  })

  test('from many places at once is refused for the account', async () => {
    const { email } = await signedUp()
    for (let tries = 0; tries < allowances.passwordOfAccount.count; tries++)
      await countOrRefuse(holder.world.deps, allowances.passwordOfAccount, email)
    const { code } = await client({ ip: '203.0.113.9' }).post('accounts:signInWithPassword', {
      email,
      password,
    })
    assert.equal(code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('is counted for a whole IPv6 network', async () => {
    const email = newEmail()
    const from = (host: number) =>
      client({ ip: `2001:db8:1:2::${host.toString(16)}` }).post('accounts:signInWithPassword', {
        email,
        password: 'x-wrong-9',
      })
    for (let host = 1; host <= 10; host++) assert.equal((await from(host)).code, 'INVALID_LOGIN_CREDENTIALS')
    assert.equal((await from(11)).code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test('the digits of a message is over after five tries', async () => {
    const phone = '+33612345678'
    const { body } = await client().post('accounts:sendVerificationCode', { phoneNumber: phone })
    const digits = await lastDigitsTo(holder.world, phone)
    const wrong = digits === '000000' ? '111111' : '000000'
    const attempt = (code: string) =>
      client().post('accounts:signInWithPhoneNumber', { sessionInfo: body.sessionInfo, code })
    for (let tries = 0; tries < 5; tries++) assert.equal((await attempt(wrong)).code, 'INVALID_CODE')
    assert.equal((await attempt(digits)).code, 'SESSION_EXPIRED')
  })

  test('messages to one number, and mail to one address, have an end', async () => {
    const phoneNumber = '+33687654321'
    const send = (index: number) =>
      client({ ip: `192.0.2.${index}` }).post('accounts:sendVerificationCode', { phoneNumber })
    for (let index = 0; index < 5; index++) assert.equal((await send(index)).status, 200)
    assert.equal((await send(6)).code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
    const email = newEmail()
    const mail = (index: number) =>
      client({ ip: `192.0.2.${index}` }).post('accounts:sendOobCode', {
        requestType: 'PASSWORD_RESET',
        email,
      })
    for (let index = 0; index < 10; index++) assert.equal((await mail(index)).status, 200)
    assert.equal((await mail(11)).code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
  })
})

test('requests beyond the limit of all calls are refused in words that the client knows', async (t) => {
  const narrow = await World.open({}, { RATE_LIMIT_FACTOR: '0.0001' })
  t.after(() => narrow.close())
  const ask = () => new IdentityClient(narrow, { ip: '203.0.113.7' }).get('v2/passwordPolicy')
  let answer = await ask()
  for (let more = 0; more < 20 && answer.status === 200; more++) answer = await ask()
  assert.deepEqual([answer.status, answer.code], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'])
})

describe('another site', () => {
  const calls: [string, object][] = [
    ['accounts:signUp', { email: 'cross@example.test', password }],
    ['accounts:signInWithPassword', { email: 'cross@example.test', password }],
    ['accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'cross@example.test' }],
    ['v2/accounts/mfaSignIn:start', {}],
  ]

  test('is not answered, and told nothing', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://localhost.evil.test', 'https://localhost:x']) {
      for (const [name, body] of calls) {
        const answer = await client({ headers: { origin } }).post(name, body)
        assert.deepEqual([answer.status, answer.code], [403, 'UNAUTHORIZED-DOMAIN'], `${origin} ${name}`)
      }
    }
  })

  test('is not allowed to ask by a preflight, an authorised one is', async () => {
    const preflight = (origin: string) =>
      holder.world.inject({
        method: 'OPTIONS',
        url: '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=nodeyard-embedded',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    assert.equal((await preflight('https://evil.test')).headers['access-control-allow-origin'], undefined)
    const origin = 'http://localhost:3000'
    assert.equal((await preflight(origin)).headers['access-control-allow-origin'], origin)
  })

  test('cannot show the sign-in window or the outbox in a frame', async () => {
    const stranger = await holder.world.inject({
      url: '/emulator/outbox',
      headers: { host: 'localhost:3000' },
    })
    assert.match(String(stranger.headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.match(String(stranger.headers['content-security-policy']), /script-src 'self'/)
  })
})

const host = 'localhost:3000'
const begin = (change: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    apiKey: 'nodeyard-embedded',
    appName: '[DEFAULT]',
    authType: 'signInViaPopup',
    eventId: 'e1',
    providerId: 'google.com',
    redirectUrl: 'http://localhost:3000/auth/login',
    ...change,
  })
  return holder.world.inject({ url: `/emulator/auth/handler?${query}`, headers: { host } })
}
/** Goes to the provider that is played, and agrees; gives the address of the way back, and the cookie. */
const travel = async (email: string, providerId = 'google.com') => {
  const begun = await begin({ providerId })
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const asked = new URL(String(begun.headers.location))
  const agreed = await holder.world.inject({
    method: 'POST',
    url: asked.pathname,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}` },
    payload: new URLSearchParams({
      ...Object.fromEntries(asked.searchParams),
      email,
      name: 'Eve',
      verified: 'yes',
      decision: 'agree',
    }).toString(),
  })
  return { back: new URL(String(agreed.headers.location)), cookie, asked }
}
const arrive = (back: URL, cookie = '') =>
  holder.world.inject({
    url: back.pathname + back.search,
    headers: { host, ...(cookie ? { cookie } : {}) },
  })
const outcomeOf = (body: string) =>
  JSON.parse(/id="outcome">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}').event ?? {}

describe('the way to a provider and back', () => {
  test('ends in the browser in which it began, once', async () => {
    const { back, cookie } = await travel(newEmail())
    assert.equal((await arrive(back)).statusCode, 400)
    const other = await travel(newEmail())
    const stolen = await arrive(other.back, 'nodeyard_sign_in=AAAA')
    assert.equal(stolen.statusCode, 400)
    const third = await travel(newEmail())
    const done = await arrive(third.back, third.cookie)
    const { sessionId } = outcomeOf(done.body)
    assert.equal((await arrive(third.back, third.cookie)).statusCode, 400)
    const signIn = () =>
      client().post('accounts:signInWithIdp', { sessionId, requestUri: 'http://localhost' })
    assert.equal((await signIn()).status, 200)
    assert.equal((await signIn()).code, 'INVALID_IDP_RESPONSE')
    assert.ok(cookie)
  })

  test("with another trip's state, or a code that was asked for with another nonce, fails", async () => {
    const mine = await travel(newEmail())
    const theirs = await travel(newEmail())
    const mixed = new URL(mine.back)
    mixed.searchParams.set('code', theirs.back.searchParams.get('code') ?? '')
    assert.equal(outcomeOf((await arrive(mixed, mine.cookie)).body).error.code, 'auth/invalid-credential')
    const unknown = new URL(theirs.back)
    unknown.searchParams.set('state', 'made-up')
    assert.equal((await arrive(unknown, theirs.cookie)).statusCode, 400)
    const begun = await begin()
    const cookie = String(begun.headers['set-cookie']).split(';')[0]
    const asked = new URL(String(begun.headers.location))
    const form = {
      ...Object.fromEntries(asked.searchParams),
      nonce: 'another',
      email: newEmail(),
      decision: 'agree',
    }
    const agreed = await holder.world.inject({
      method: 'POST',
      url: asked.pathname,
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
    const end = await arrive(new URL(String(agreed.headers.location)), cookie)
    assert.equal(outcomeOf(end.body).error.code, 'auth/invalid-credential')
  })

  test('sends nobody to a site that nobody named', async () => {
    for (const redirectUrl of [
      'https://evil.test/',
      'javascript:alert(1)//localhost',
      'http://localhost@evil.test/',
    ]) {
      const answer = await begin({ redirectUrl, authType: 'signInViaRedirect' })
      assert.equal(answer.headers.location, undefined)
      assert.equal(outcomeOf(answer.body).error?.code, 'auth/unauthorized-domain', redirectUrl)
      assert.ok(!/"redirectUrl"/.test(answer.body))
    }
  })

  test('writes what a stranger puts into its address as data only', async () => {
    const answer = await begin({ eventId: '</script><script>alert(1)</script>', providerId: 'none' })
    assert.ok(!answer.body.includes('<script>alert'))
    assert.equal(outcomeOf(answer.body).eventId, '</script><script>alert(1)</script>')
  })
})

describe('a second factor', () => {
  test('is asked for whatever the method', async () => {
    const { email, idToken } = await signedUp()
    await client().post('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    await client().post('accounts:update', { oobCode: await lastCodeTo(holder.world, email), idToken })
    const phone = '+33600000001'
    const number = await client().post('accounts:sendVerificationCode', { phoneNumber: phone })
    await client().post('accounts:signInWithPhoneNumber', {
      idToken,
      sessionInfo: number.body.sessionInfo,
      code: await lastDigitsTo(holder.world, phone),
    })
    const factor = '+33600000002'
    const start = { idToken, phoneEnrollmentInfo: { phoneNumber: factor } }
    const { body } = await client().post('v2/accounts/mfaEnrollment:start', start)
    const { sessionInfo } = body.phoneSessionInfo
    const digits = await lastDigitsTo(holder.world, factor)
    // Digits for one purpose are good for no other.
    const other = await client().post('accounts:signInWithPhoneNumber', { sessionInfo, code: digits })
    assert.equal(other.code, 'INVALID_SESSION_INFO')
    const enrolled = await client().post('v2/accounts/mfaEnrollment:finalize', {
      idToken,
      phoneVerificationInfo: { sessionInfo, code: digits },
    })
    assert.equal(enrolled.status, 200)
    assert.equal(await statusWith(idToken), 401, 'a session from before is over')

    /** Comes back from a provider, with a sign-in that counts once. */
    const cameFrom = async (providerId: string, idToken?: string) => {
      const { back, cookie } = await travel(`of-${email}`, providerId)
      const { sessionId } = outcomeOf((await arrive(back, cookie)).body)
      return client().post('accounts:signInWithIdp', { sessionId, idToken, requestUri: 'http://localhost' })
    }
    for (const providerId of ['github.com', 'google.com'])
      assert.equal((await cameFrom(providerId, enrolled.body.idToken)).status, 200)

    await client().post('accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email })
    const again = await client().post('accounts:sendVerificationCode', { phoneNumber: phone })
    const ways = {
      password: await client().post('accounts:signInWithPassword', { email, password }),
      link: await client().post('accounts:signInWithEmailLink', {
        email,
        oobCode: await lastCodeTo(holder.world, email),
      }),
      phone: await client().post('accounts:signInWithPhoneNumber', {
        sessionInfo: again.body.sessionInfo,
        code: await lastDigitsTo(holder.world, phone),
      }),
      github: await cameFrom('github.com'),
      google: await cameFrom('google.com'),
    }
    for (const [name, answer] of Object.entries(ways)) {
      assert.equal(answer.status, 200, name)
      assert.equal(answer.body.idToken, undefined, name)
      assert.equal(answer.body.refreshToken, undefined, name)
      assert.ok(answer.body.mfaPendingCredential, name)
      assert.equal(answer.body.mfaInfo[0].phoneInfo, '+*******0002', name)
    }
  })
})

async function exhaust(allowance: (typeof allowances)[keyof typeof allowances], of: string) {
  for (let time = 0; time < allowance.count; time++) await countOrRefuse(holder.world.deps, allowance, of)
}

describe('a password of who is signed in', () => {
  const names = ['accounts:signUp', 'accounts:update'] as const
  const bodyOf = (idToken: string) => ({ idToken, email: newEmail(), password: 'another-horse-9' })

  test('is hashed only once the token is read, so that strangers keep nobody from signing in', async () => {
    const strangers = Array.from({ length: 250 }, () => client().post('accounts:signUp', bodyOf('x')))
    const codes = new Set((await Promise.all(strangers)).map(({ code }) => code))
    assert.deepEqual([...codes], ['INVALID_ID_TOKEN'])
  })

  test('is set so often for an account, and from a network', async () => {
    for (const name of names) {
      const { idToken } = await signedUp()
      const { localId } = (await client().post('accounts:lookup', { idToken })).body.users[0]
      const body = { ...bodyOf(idToken), ...(name === 'accounts:update' ? { email: undefined } : {}) }
      const answer = (ip: string) => client({ ip }).post(name, body)
      await exhaust(allowances.newPasswordOfAccount, localId)
      const refused = await answer('10.9.9.1')
      assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_ATTEMPTS_TRY_LATER'], name)
      const other = await signedUp()
      const ip = `10.9.8.${++count % 250}`
      await exhaust(allowances.newPasswordFromAddress, ip)
      const { code } = await client({ ip }).post(name, { ...body, idToken: other.idToken })
      assert.equal(code, 'TOO_MANY_ATTEMPTS_TRY_LATER', name)
    }
  })

  test('is set by a mailed link so often from a network, whoever is signed in to the account', async () => {
    const { email, localId } = await signedUp()
    await client().post('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const oobCode = await lastCodeTo(holder.world, email)
    const reset = (ip: string) =>
      client({ ip }).post('accounts:resetPassword', { oobCode, newPassword: 'another-horse-9' })
    await exhaust(allowances.newPasswordOfAccount, localId)
    await exhaust(allowances.newPasswordFromAddress, '10.9.7.1')
    assert.equal((await reset('10.9.7.1')).code, 'TOO_MANY_ATTEMPTS_TRY_LATER')
    assert.equal((await reset('10.9.7.2')).status, 200)
  })
})
