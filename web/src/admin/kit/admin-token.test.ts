import { registryAt } from '@nodeyard/contract/ground'
import { generateAdminToken, moderateVersion } from '@nodeyard/contract/safety'
import { describe, expect, it } from 'vitest'
import { createAdminTokens } from './admin-token.ts'

const hourMs = 3600_000

/** Returns an admin and a registry that issues numbered tokens and can revoke them. */
function setUp({ storage = new Map<string, string>(), userId = 'ada' } = {}) {
  const state = { now: 0, made: 0, revoked: 0, announced: 0, sent: [] as string[], userId }
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })
  const registry = registryAt('', async (input, init) => {
    if (String(input) === generateAdminToken.path) {
      state.made += 1
      return answer(200, {
        token: `token-${state.made}`,
        expires_at: new Date(state.now + hourMs).toISOString(),
      })
    }
    const authorization = new Headers(init?.headers).get('authorization') ?? ''
    state.sent.push(authorization)
    return authorization === `Bearer token-${state.revoked}`
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
      state.announced += 1
    },
  })
  const call = () =>
    tokens.call(moderateVersion, {
      params: { nodeId: 'blur', version: '1.0.0' },
      body: {},
    }) as Promise<unknown>
  return { state, tokens, call, storage }
}

describe('admin token', () => {
  it('is issued for the first call and reused', async () => {
    const { state, call } = setUp()
    await call()
    await call()
    expect([state.made, state.announced]).toEqual([1, 1])
    expect(state.sent).toEqual(['Bearer token-1', 'Bearer token-1'])
  })

  it('is issued and announced once for concurrent calls', async () => {
    const { state, call } = setUp()
    await Promise.all([call(), call(), call()])
    expect([state.made, state.announced]).toEqual([1, 1])
  })

  it('is reissued with less than a minute left', async () => {
    const { state, call } = setUp()
    await call()
    state.now = hourMs - 59_000
    await call()
    expect(state.sent).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it('is reissued after the server rejects it, and the call retried once', async () => {
    const { state, call } = setUp()
    await call()
    state.revoked = 1
    await expect(call()).resolves.toEqual({ id: 'changed' })
    expect(state.sent).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2'])
  })

  it('is not reissued when a new token is rejected', async () => {
    const { state, call } = setUp()
    state.revoked = 1
    await expect(call()).rejects.toMatchObject({ status: 401 })
    expect(state.made).toBe(1)
  })

  it('survives a reload but not a change of user', async () => {
    const { call, storage } = setUp()
    await call()
    expect(setUp({ storage }).tokens.current()?.token).toBe('token-1')
    expect(setUp({ storage, userId: 'bob' }).tokens.current()).toBeUndefined()
  })
})
