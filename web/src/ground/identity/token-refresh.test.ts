import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenRefresh } from './token-refresh.ts'

describe('refreshing the ID token', () => {
  let refreshes = 0
  const user = {
    getIdTokenResult: async () => ({ expirationTime: new Date(Date.now() + 3_600_000).toUTCString() }),
    async getIdToken() {
      refreshes++
      return 'token'
    },
  }

  beforeEach(() => {
    refreshes = 0
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('happens five minutes before the token expires', async () => {
    await tokenRefresh()(user)
    await vi.advanceTimersByTimeAsync(3_299_000)
    expect(refreshes).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(refreshes).toBe(1)
  })

  it('ends with the session', async () => {
    const listen = tokenRefresh()
    await listen(user)
    await listen(null)
    await vi.advanceTimersByTimeAsync(7_200_000)
    expect(refreshes).toBe(0)
  })
})
