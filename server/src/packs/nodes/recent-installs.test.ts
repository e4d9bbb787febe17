import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressKey } from '../../ground/address-key.ts'
import { isBot, RecentInstalls } from './recent-installs.ts'

const one = { address: addressKey('192.0.2.1'), agent: 'manager/3' }
const minuteMs = 60_000

describe('recent installs', () => {
  it('count one install per version, address and program in half an hour, and another one after an hour', () => {
    let clock = Date.parse('2026-05-01T12:00:00Z')
    const recent = new RecentInstalls(() => new Date(clock))
    assert.equal(recent.note(one, 'a'), true)
    assert.equal(recent.note(one, 'a'), false)
    assert.equal(recent.note(one, 'b'), true)
    assert.equal(recent.note({ ...one, address: addressKey('192.0.2.2') }, 'a'), true)
    assert.equal(recent.note({ ...one, agent: 'launcher/1' }, 'a'), true)
    clock += 29 * minuteMs
    assert.equal(recent.note(one, 'a'), false)
    clock += 61 * minuteMs
    assert.equal(recent.note(one, 'a'), true)
  })

  it('count at most 20 programs per address until the period is over', () => {
    let clock = Date.parse('2026-05-01T12:00:00Z')
    const recent = new RecentInstalls(() => new Date(clock))
    const counted = (from: number, to: number, part = {}, version = 'a') => {
      let sum = 0
      for (let n = from; n < to; n++)
        if (recent.note({ ...one, agent: `made up ${n}`, ...part }, version)) sum++
      return sum
    }
    assert.equal(counted(0, 15), 15)
    clock += 31 * minuteMs
    assert.equal(counted(15, 1000), 5)
    assert.equal(counted(0, 15), 0)
    assert.deepEqual(
      [counted(0, 50, {}, 'b'), counted(0, 50, { address: addressKey('192.0.2.2') })],
      [20, 20],
    )
    clock += 91 * minuteMs
    assert.equal(counted(0, 1000), 20)
  })

  it('recognize bots by their user agent, but not install programs', () => {
    const robots = [
      'Googlebot/2.1',
      'Mozilla/5.0 (compatible; bingbot/2.0)',
      'UptimeRobot/2.0',
      'Baiduspider',
    ]
    for (const agent of robots) assert.ok(isBot({ ...one, agent }), agent)
    const programs = ['', 'python-requests/2.31', 'curl/8.5', 'Mozilla/5.0 (X11; Linux) Firefox/140', 'node']
    for (const agent of programs) assert.ok(!isBot({ ...one, agent }), agent)
  })
})
