import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readConfig } from '../../config.ts'
import { addressKey } from '../address-key.ts'
import { RateLimit } from './rate-limit.ts'
import { callerOf } from './request-limits.ts'

const limit = (quota: number) => new RateLimit({ name: 'test', quota, windowSeconds: 60 })

describe('rate limits', () => {
  it('allows a burst of the quota, then one request per fraction of the window', () => {
    const one = limit(6)
    const taken = Array.from({ length: 8 }, () => one.take('a', 0))
    assert.deepEqual(
      taken.map(({ isAllowed, remaining }) => [isAllowed, remaining]),
      [...[5, 4, 3, 2, 1, 0].map((left) => [true, left]), [false, 0], [false, 0]],
    )
    assert.deepEqual([taken[5]?.resetSeconds, taken[6]?.retrySeconds], [60, 10])
    assert.equal(one.take('a', 9_000).isAllowed, false)
    assert.equal(one.take('a', 10_000).isAllowed, true)
    assert.equal(one.take('a', 10_000).isAllowed, false)
    assert.equal(one.take('a', 200_000).remaining, 5)
  })

  it('counts each caller separately', () => {
    const one = limit(1)
    assert.deepEqual([one.take('a', 0).isAllowed, one.take('b', 0).isAllowed], [true, true])
    assert.equal(one.take('a', 0).isAllowed, false)
  })

  it('allows at most twice the quota in any window, and reports correct values', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 300 }),
        (quota, pauses) => {
          const one = limit(quota)
          let nowMs = 0
          const allowedAt: number[] = []
          let told = Number.POSITIVE_INFINITY
          for (const pause of pauses) {
            nowMs += pause
            const { isAllowed, remaining } = one.take('a', nowMs)
            if (pause === 0) assert.equal(isAllowed, told > 0)
            told = remaining
            if (isAllowed) allowedAt.push(nowMs)
          }
          for (const start of allowedAt) {
            const within = allowedAt.filter((at) => at >= start && at < start + 60_000)
            assert.ok(within.length <= 2 * quota)
          }
        },
      ),
    )
  })

  it('counts an IPv6 address as its network, however it is written', () => {
    const same: [string, string][] = [
      ['192.0.2.7', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['192.0.2.7:51234', '192.0.2.7'],
      ['::FFFF:192.0.2.7', '192.0.2.7'],
      ['::ffff:c000:207', '192.0.2.7'],
      ['in-process/192.0.2.7', '192.0.2.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0'],
      ['2001:DB8:1:2::', '2001:db8:1:0'],
      ['2001:0db8:0001:00ff:ffff::1', '2001:db8:1:0'],
      ['2001:db8:1:12ff::1', '2001:db8:1:1200'],
      ['[2001:db8:1:2::3]:51234', '2001:db8:1:0'],
      ['fe80::1%eth0', 'fe80:0:0:0'],
      ['2001:db8::1', '2001:db8:0:0'],
      ['::1', '0:0:0:0'],
      ['nonsense', 'nonsense'],
    ]
    for (const [address, key] of same) {
      assert.equal(addressKey(address), key)
      assert.equal(addressKey(key), key)
    }
    assert.ok(addressKey('x'.repeat(10_000)).length <= 45)
  })

  it("reads the caller's address from the entry of the outermost proxy", () => {
    const from = (forwarded: string | undefined, proxies: number) =>
      callerOf(
        { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } } as never,
        proxies,
      ).address
    const list = '203.0.113.1, 192.0.2.2,192.0.2.3'
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((proxies) => from(list, proxies)),
      ['10.0.0.1', '192.0.2.3', '192.0.2.2', '203.0.113.1', '203.0.113.1'],
    )
    assert.equal(from(undefined, 2), '10.0.0.1')
  })

  it('reads the number of proxies from a flag or a small number only', () => {
    const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).proxies
    assert.equal(readConfig({}).proxies, 0)
    assert.deepEqual(['off', 'no', '0', 'on', 'true', '1', '2', '10'].map(read), [0, 0, 0, 1, 1, 1, 2, 10])
    for (const bad of ['11', '-1', '1.5', 'loopback', '10.0.0.0/8'])
      assert.throws(() => read(bad), /TRUST_PROXY: on, off or a number of proxies up to 10/, bad)
  })

  it('blocks no caller for longer than a window after the clock is set back', () => {
    const one = limit(2)
    const hourMs = 3_600_000
    for (let n = 0; n < 2; n++) one.take('a', hourMs)
    assert.equal(one.take('a', hourMs).isAllowed, false)
    assert.deepEqual([one.take('a', 0).isAllowed, one.take('a', 0).isAllowed], [true, true])
    assert.equal(one.take('a', 0).isAllowed, false)
  })
})
