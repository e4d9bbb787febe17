import { beforeEach, describe, expect, it } from 'vitest'
import { tokenSync } from './token-sync.ts'

let calls: [method: string, path: string, credential: string | null][] = []
let status = 200
let time = 0

beforeEach(() => {
  calls = []
  status = 200
  time = Date.parse('2026-01-01T00:00:00Z')
})

const sync = () =>
  tokenSync('/session', {
    now: () => time,
    fetch: async (input, init) => {
      calls.push([init?.method ?? 'GET', String(input), new Headers(init?.headers).get('authorization')])
      return new Response(null, { status })
    },
  })

const holderOf = (token: string, ageMs = 0) => ({
  getIdTokenResult: async () => ({ token, issuedAtTime: new Date(time - ageMs).toUTCString() }),
})

describe('tokenSync', () => {
  it('sends each new token and the end of the session once', async () => {
    const report = sync()
    for (const user of [null, holderOf('one'), holderOf('one'), holderOf('two'), null, null])
      await report(user)
    expect(calls).toEqual([
      ['POST', '/session', 'Bearer one'],
      ['POST', '/session', 'Bearer two'],
      ['DELETE', '/session', null],
    ])
  })

  it('skips tokens older than five minutes, but sends their end', async () => {
    const report = sync()
    await report(holderOf('one', 301_000))
    await report(null)
    expect(calls).toEqual([['DELETE', '/session', null]])
  })

  it('resends a failed change with the next one', async () => {
    const report = sync()
    status = 503
    await report(holderOf('one'))
    status = 200
    await report(holderOf('one'))
    expect(calls.length).toBe(2)
  })

  it('sends changes in order', async () => {
    const report = sync()
    await Promise.all([report(holderOf('one')), report(null)])
    expect(calls.map(([method]) => method)).toEqual(['POST', 'DELETE'])
  })
})
