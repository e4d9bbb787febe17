import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { ThreadWatch, type WhyEnded } from './thread-watch.ts'

beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
afterEach(() => mock.timers.reset())

const second = 1000
const limits = { cpuMs: 60 * second, blockedMs: 300 * second }

/** Lets wall-clock time pass for a thread that gets a share of a processor; says when and why the watch ended it. */
async function watch({ share, seconds, startMs = 0 }: { share: number; seconds: number; startMs?: number }) {
  let now = 0
  let ended: { why: WhyEnded; cpuMs: number } | undefined
  const cpuMs = () => now * share
  const thread = { cpuMs: async () => startMs + cpuMs() }
  const end = (why: WhyEnded) => {
    ended ??= { why, cpuMs: cpuMs() }
  }
  const watched = new ThreadWatch(thread, startMs, limits, end, () => now)
  for (; now < seconds * second && !ended; now += 250) {
    mock.timers.tick(250)
    await Promise.resolve()
  }
  await watched.stop()
  return { ended, spentMs: watched.spentMs }
}

describe('watching an analysis thread', () => {
  it('lets a thread on a busy host take hours of wall-clock time', async () => {
    const { ended, spentMs } = await watch({ share: 0.01, seconds: 5000 })
    assert.equal(ended, undefined)
    assert.ok(spentMs > 49 * second, String(spentMs))
  })

  for (const share of [1, 0.1, 0.01])
    it(`ends a thread that used up its CPU time with ${share} of a processor`, async () => {
      const { ended } = await watch({ share, seconds: 10_000 })
      assert.equal(ended?.why, 'cpu')
      assert.ok(ended.cpuMs >= limits.cpuMs && ended.cpuMs < limits.cpuMs + second, String(ended.cpuMs))
    })

  it('ends a thread that does nothing', async () => {
    assert.equal((await watch({ share: 0, seconds: 600 })).ended?.why, 'blocked')
  })

  it('counts only what the thread used for this task', async () => {
    const { ended, spentMs } = await watch({ share: 0.5, seconds: 100, startMs: 59 * second })
    assert.equal(ended, undefined)
    assert.ok(spentMs <= 50 * second, String(spentMs))
  })
})
