import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastCodeTo, lastDigitsTo } from '../../../test/outbox.ts'
import { client, holder, newEmail, password, signedUp, statusWith } from './attacks.test-support.ts'

describe('a request from another site', () => {
  const calls: [string, object][] = [
    ['accounts:signUp', { email: 'cross@example.test', password }],
    ['accounts:signInWithPassword', { email: 'cross@example.test', password }],
    ['accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'cross@example.test' }],
    ['v2/accounts/mfaSignIn:start', {}],
  ]

  it('is refused without details', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://localhost.evil.test', 'https://localhost:x']) {
      for (const [name, body] of calls) {
        const answer = await client({ headers: { origin } }).post(name, body)
        assert.deepEqual([answer.status, answer.code], [403, 'UNAUTHORIZED-DOMAIN'], `${origin} ${name}`)
      }
    }
  })

  it('gets no CORS headers, unlike an authorized origin', async () => {
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

  it('cannot frame the sign-in window or the outbox', async () => {
    const stranger = await holder.world.inject({
      url: '/emulator/outbox',
      headers: { host: 'localhost:3000' },
    })
    assert.match(String(stranger.headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.match(String(stranger.headers['content-security-policy']), /script-src 'self'/)
  })
})

const host = 'localhost:3000'

const start = (change: Record<string, string> = {}) => {
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

/** Consents at the stand-in provider. Returns the callback URL and the cookie. */
const consent = async (email: string, providerId = 'google.com') => {
  const started = await start({ providerId })
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
  const asked = new URL(String(started.headers.location))
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

describe('a sign-in with a provider', () => {
  it('completes once, in the browser that started it', async () => {
    const { back, cookie } = await consent(newEmail())
    assert.equal((await arrive(back)).statusCode, 400)
    const other = await consent(newEmail())
    const stolen = await arrive(other.back, 'nodeyard_sign_in=AAAA')
    assert.equal(stolen.statusCode, 400)
    const third = await consent(newEmail())
    const done = await arrive(third.back, third.cookie)
    const { sessionId } = outcomeOf(done.body)
    assert.equal((await arrive(third.back, third.cookie)).statusCode, 400)
    const signIn = () =>
      client().post('accounts:signInWithIdp', { sessionId, requestUri: 'http://localhost' })
    assert.equal((await signIn()).status, 200)
    assert.equal((await signIn()).code, 'INVALID_IDP_RESPONSE')
    assert.ok(cookie)
  })

  it("fails with another sign-in's state or a code for another nonce", async () => {
    const mine = await consent(newEmail())
    const theirs = await consent(newEmail())
    const mixed = new URL(mine.back)
    mixed.searchParams.set('code', theirs.back.searchParams.get('code') ?? '')
    assert.equal(outcomeOf((await arrive(mixed, mine.cookie)).body).error.code, 'auth/invalid-credential')
    const unknown = new URL(theirs.back)
    unknown.searchParams.set('state', 'made-up')
    assert.equal((await arrive(unknown, theirs.cookie)).statusCode, 400)
    const started = await start()
    const cookie = String(started.headers['set-cookie']).split(';')[0]
    const asked = new URL(String(started.headers.location))
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

  it('never redirects to an unauthorized site', async () => {
    for (const redirectUrl of [
      'https://evil.test/',
      'javascript:alert(1)//localhost',
      'http://localhost@evil.test/',
    ]) {
      const answer = await start({ redirectUrl, authType: 'signInViaRedirect' })
      assert.equal(answer.headers.location, undefined)
      assert.equal(outcomeOf(answer.body).error?.code, 'auth/unauthorized-domain', redirectUrl)
      assert.ok(!/"redirectUrl"/.test(answer.body))
    }
  })

  it('escapes parameters from the URL', async () => {
    const answer = await start({ eventId: '</script><script>alert(1)</script>', providerId: 'none' })
    assert.ok(!answer.body.includes('<script>alert'))
    assert.equal(outcomeOf(answer.body).eventId, '</script><script>alert(1)</script>')
  })
})

describe('a second factor', () => {
  it('is required with every sign-in method', async () => {
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
    const enrollment = { idToken, phoneEnrollmentInfo: { phoneNumber: factor } }
    const { body } = await client().post('v2/accounts/mfaEnrollment:start', enrollment)
    const { sessionInfo } = body.phoneSessionInfo
    const digits = await lastDigitsTo(holder.world, factor)
    // Digits work only for the purpose they were sent for.
    const other = await client().post('accounts:signInWithPhoneNumber', { sessionInfo, code: digits })
    assert.equal(other.code, 'INVALID_SESSION_INFO')
    const enrolled = await client().post('v2/accounts/mfaEnrollment:finalize', {
      idToken,
      phoneVerificationInfo: { sessionInfo, code: digits },
    })
    assert.equal(enrolled.status, 200)
    assert.equal(await statusWith(idToken), 401, 'a session from before is over')

    /** Returns from a provider with a sign-in that works once. */
    const cameFrom = async (providerId: string, idToken?: string) => {
      const { back, cookie } = await consent(`of-${email}`, providerId)
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
