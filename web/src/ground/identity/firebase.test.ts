// @vitest-environment happy-dom
import type { IdentityConfig } from '@nodeyard/contract/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { firebaseIdentity } from './firebase.ts'
import type { Identity } from './identity.ts'

const minuteMs = 60_000
const config: IdentityConfig = {
  ...{ mode: 'embedded', apiKey: 'key', projectId: 'project', authDomain: 'localhost', usesOwnOrigin: true },
  ...{ methods: ['password'], secondFactors: [], standInProviders: [], sendsMail: false },
  tokenSyncPath: '/session',
}

let requests: string[] = []
let isReachable = true
let issued = 0
let identity: Identity

/** Serves the endpoints that a password session needs. Tokens are valid for an hour. */
async function service(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input), location.href)
  const name = pathname.split(/[:/]/).at(-1)
  requests.push(`${init?.method} ${name}`)
  if (!isReachable) throw new TypeError('Failed to fetch')
  const isWanted = String(init?.body).includes('"leavePublishers":true') && searchParams.get('key') === 'key'
  if (name === 'delete' && !isWanted)
    return Response.json({ error: { code: 400, message: 'LAST_OWNER : Not yet.' } }, { status: 400 })
  const tokens = { expiresIn: '3600', refreshToken: 'refresh', localId: 'ada' }
  if (name === 'signInWithPassword') return Response.json({ ...tokens, idToken: newToken() })
  if (name === 'token')
    return Response.json({ expires_in: '3600', refresh_token: 'refresh', access_token: newToken() })
  return Response.json({ users: [{ localId: 'ada', email: 'ada@example.test' }] })
}

function newToken(): string {
  issued += 1
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: 'ada', iat: now, auth_time: now, exp: now + 3600, jti: String(issued) }
  return ['{}', JSON.stringify(claims), ''].map((part) => btoa(part).replace(/=+$/, '')).join('.')
}

const count = (request: string) => requests.filter((one) => one === request).length
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeAll(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', service)
  identity = await firebaseIdentity(config, 'en')
})

beforeEach(async () => {
  isReachable = true
  await identity.signIn.password('ada@example.test', 'right-horse-9')
  await pass(0)
  requests = []
})

afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('firebaseIdentity', () => {
  it('refreshes a token five minutes before it expires', async () => {
    await pass(55 * minuteMs - 1000)
    expect(count('POST token')).toBe(0)
    await pass(1000)
    expect(count('POST token')).toBe(1)
    expect(count('POST session')).toBe(1)
  })

  it('retries after 30 seconds, with a doubling delay of up to 16 minutes', async () => {
    isReachable = false
    await pass(55 * minuteMs)
    expect(count('POST token')).toBe(1)
    for (const minutes of [0.5, 1, 2, 4, 8, 16, 16]) {
      requests = []
      // Token expiry times are whole seconds.
      await pass(minutes * minuteMs - 1000)
      expect(count('POST token'), `before ${minutes} minutes`).toBe(0)
      await pass(1000)
      expect(count('POST token'), `after ${minutes} minutes`).toBe(1)
    }
    isReachable = true
    await pass(16 * minuteMs)
    expect(identity.current()?.uid).toBe('ada')
  })

  it('refuses every way to sign in while the browser blocks site data', async () => {
    const kept = localStorage
    vi.stubGlobal('localStorage', undefined)
    const { signIn, signUp } = identity
    for (const attempt of [
      () => signIn.password('ada@example.test', 'right-horse-9'),
      () => signIn.popup('github.com'),
      () => signIn.redirect('github.com'),
      () => signIn.redirectResult(),
      () => signIn.emailLink('ada@example.test', 'https://site.test/'),
      () => signIn.phone('+442079460123'),
      () => signUp({ email: 'ada@example.test', password: 'right-horse-9', name: 'Ada' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'web-storage-unsupported' })
    expect(requests).toEqual([])
    vi.stubGlobal('localStorage', kept)
  })

  it('deletes the account of a last owner only on request', async () => {
    await expect(identity.account.delete(false)).rejects.toMatchObject({ code: 'last-owner' })
    expect(identity.current()?.uid).toBe('ada')
    await identity.account.delete(true)
    expect(identity.current()).toBe(null)
    expect(count('POST delete')).toBe(3)
  })

  it("reports the end of a session to the operator's endpoint", async () => {
    await identity.signOut()
    await pass(0)
    expect(count('DELETE session')).toBe(1)
    expect(identity.current()).toBe(null)
  })
})
