// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportLanguage } from './report-language.ts'

let requests: { address: string; authorization: string | null; body: unknown }[] = []
let status = 204

beforeEach(() => {
  localStorage.clear()
  requests = []
  status = 204
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const authorization = new Headers(init.headers).get('authorization')
    requests.push({ address, authorization, body: JSON.parse(String(init.body)) })
    return status === 204
      ? new Response(null, { status })
      : Response.json({ error: 'unavailable', message: '' }, { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const report = (userId: string, locale: 'fr' | 'ja' = 'fr') =>
  reportLanguage({ token: async () => `token of ${userId}` }, userId, { apiBase: '/api', locale })

describe('reportLanguage', () => {
  it('sends the language with the token of the user', async () => {
    await report('ada')
    expect(requests).toHaveLength(1)
    expect(requests[0]?.address).toMatch(/^\/api\//)
    expect(requests[0]?.authorization).toBe('Bearer token of ada')
    expect(requests[0]?.body).toEqual({ language: 'fr' })
  })

  it('reports once per user and browser', async () => {
    await report('ada')
    await report('ada', 'ja')
    expect(requests).toHaveLength(1)
    await report('bob')
    expect(requests).toHaveLength(2)
  })

  it('sends one report while it is under way', async () => {
    await Promise.all([report('ada'), report('ada'), report('ada')])
    expect(requests).toHaveLength(1)
  })

  it('leaves nothing in the browser when the session ends before the response', async () => {
    const tokens = [Promise.resolve('token of eve'), new Promise<string>(() => {})]
    const session = { token: async () => tokens.shift() }
    void reportLanguage(session, 'eve', { apiBase: '/api', locale: 'fr' })
    await new Promise(setImmediate)
    expect(requests).toHaveLength(1)
    expect(localStorage.length).toBe(0)
  })

  it('tries again after a failure', async () => {
    status = 503
    await expect(report('ada')).rejects.toThrow()
    status = 204
    await report('ada')
    expect(requests).toHaveLength(2)
  })
})
