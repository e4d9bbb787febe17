import { beforeEach, expect, test } from 'vitest'
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

test('each new token is told once, and the end of the session', async () => {
  const tell = sync()
  for (const user of [null, holderOf('one'), holderOf('one'), holderOf('two'), null, null]) await tell(user)
  expect(calls).toEqual([
    ['POST', '/session', 'Bearer one'],
    ['POST', '/session', 'Bearer two'],
    ['DELETE', '/session', null],
  ])
})

test('a token of more than five minutes ago is not told again, but its end is', async () => {
  const tell = sync()
  await tell(holderOf('one', 301_000))
  await tell(null)
  expect(calls).toEqual([['DELETE', '/session', null]])
})

test('what was not taken is told again with the next change', async () => {
  const tell = sync()
  status = 503
  await tell(holderOf('one'))
  status = 200
  await tell(holderOf('one'))
  expect(calls.length).toBe(2)
})

test('changes are told one after the other', async () => {
  const tell = sync()
  await Promise.all([tell(holderOf('one')), tell(null)])
  expect(calls.map(([method]) => method)).toEqual(['POST', 'DELETE'])
})
