import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Clock, quantile, runOpenLoop } from '../bench/mixes/open-loop.ts'

/** A clock that advances only when every task waits for it. */
class Pretended implements Clock {
  #now = 0
  readonly #waiting: { at: number; wake: () => void }[] = []

  now = () => this.#now

  until = (at: number) =>
    new Promise<void>((wake) => {
      this.#waiting.push({ at, wake })
      this.#waiting.sort((a, b) => a.at - b.at)
    })

  async runUntilDone<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await new Promise(setImmediate)
      const next = this.#waiting.shift()
      if (!next) continue
      this.#now = Math.max(this.#now, next.at)
      next.wake()
    }
    return work
  }
}

const every10Ms = Array.from({ length: 100 }, (_, index) => ({ atMs: index * 10, kind: 'read' }))

describe('the open loop', () => {
  it('adds the remaining stall to the latency of every request during it', async () => {
    const clock = new Pretended()
    // Responds at once, except from 200 to 700.
    const answer = () => (clock.now() >= 200 && clock.now() < 700 ? clock.until(700) : Promise.resolve())
    const outcomes = await clock.runUntilDone(runOpenLoop(every10Ms, answer, clock))
    const stalled = outcomes.filter(({ latencyMs }) => latencyMs > 0)
    assert.deepEqual(
      stalled.map(({ latencyMs }) => latencyMs),
      Array.from({ length: 50 }, (_, index) => 500 - index * 10),
    )
    assert.equal(quantile(outcomes, 0.5), 0)
    assert.equal(quantile(outcomes, 0.99), 490)
  })

  it('counts the waiting time of requests that a sequential server delays', async () => {
    const clock = new Pretended()
    let free = 0
    const answer = () => {
      free = Math.max(free, clock.now()) + 20
      return clock.until(free)
    }
    const outcomes = await clock.runUntilDone(runOpenLoop(every10Ms, answer, clock))
    assert.deepEqual(
      outcomes.map(({ latencyMs }) => latencyMs),
      every10Ms.map((_, index) => 20 + index * 10),
    )
  })

  it('counts the time of a failed request', async () => {
    const clock = new Pretended()
    const fail = async () => {
      await clock.until(clock.now() + 30)
      throw new Error('no')
    }
    const outcomes = await clock.runUntilDone(runOpenLoop([{ atMs: 5, kind: 'read' }], fail, clock))
    assert.deepEqual(outcomes, [{ kind: 'read', latencyMs: 30, failure: 'Error: no' }])
  })
})
