import { generateAdminToken, moderateVersion } from '@nodeyard/contract/admin'
import { registryAt } from '@nodeyard/contract/client'
import { describe, expect, test } from 'vitest'
import { createAdminTokens } from './admin-token.ts'

const hourMs = 3600_000

/** A registry that gives out numbered tokens and takes the newest, and an admin who calls it. */
function setUp({ storage = new Map<string, string>(), userId = 'ada' } = {}) {
  const state = { now: 0, made: 0, revoked: 0, told: 0, sent: [] as string[], userId }
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })
  const registry = registryAt('', async (input, init) => {
    if (String(input) === generateAdminToken.path) {
      state.made += 1
      return answer(200, {
        token: `token-${state.made}`,
        expires_at: new Date(state.now + hourMs).toISOString(),
      })
    }
    const given = new Headers(init?.headers).get('authorization') ?? ''
    state.sent.push(given)
    return given === `Bearer token-${state.revoked}`
      ? answer(401, { error: 'invalid_credential', message: 'No.' })
      : answer(200, { id: 'changed' })
  })
  const tokens = createAdminTokens({
    registry,
    userId: () => state.userId,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    now: () => state.now,
    onMadeForCall: () => {
      state.told += 1
    },
  })
  const call = () =>
    tokens.call(moderateVersion, {
      params: { nodeId: 'blur', version: '1.0.0' },
      body: {},
    }) as Promise<unknown>
  return { state, tokens, call, storage }
}

describe('the admin token', () => {
  test('is made by the first call that needs it, and serves the others', async () => {
    const { state, call } = setUp()
    await call()
    await call()
    expect([state.made, state.told]).toEqual([1, 1])
    expect(state.sent).toEqual(['Bearer token-1', 'Bearer token-1'])
  })

  test('is made once for calls at the same time, and told of once', async () => {
    const { state, call } = setUp()
    await Promise.all([call(), call(), call()])
    expect([state.made, state.told]).toEqual([1, 1])
  })

  test('is made anew when less than a minute is left of it', async () => {
    const { state, call } = setUp()
    await call()
    state.now = hourMs - 59_000
    await call()
    expect(state.sent).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  test('is made anew when the server refuses it, and the call is repeated once', async () => {
    const { state, call } = setUp()
    await call()
    state.revoked = 1
    await expect(call()).resolves.toEqual({ id: 'changed' })
    expect(state.sent).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2'])
  })

  test('that is refused as soon as it was made is the end of it', async () => {
    const { state, call } = setUp()
    state.revoked = 1
    await expect(call()).rejects.toMatchObject({ status: 401 })
    expect(state.made).toBe(1)
  })

  test('outlives a reload, but is not given to somebody else', async () => {
    const { call, storage } = setUp()
    await call()
    expect(setUp({ storage }).tokens.current()?.token).toBe('token-1')
    expect(setUp({ storage, userId: 'bob' }).tokens.current()).toBeUndefined()
  })
})
