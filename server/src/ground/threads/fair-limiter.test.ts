import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { addressKey } from '../address-key.ts'
import { FairLimiter } from './fair-limiter.ts'

/** Calls that run until the test ends them, with their results. */
class Calls {
  readonly begun: string[] = []
  readonly refused: string[] = []
  readonly #turns: FairLimiter
  readonly #ends = new Map<string, () => void>()

  constructor(most: { atOnce: number; ofCaller?: number; waiting: number }) {
    this.#turns = new FairLimiter(most, () => new Error('unwanted'))
  }

  /** `ann1` is Ann's first call. */
  async make(names: string, isWanted = () => true): Promise<void> {
    for (const name of names.split(' ')) {
      const work = async () => {
        this.begun.push(name)
        await new Promise<void>((resolve) => this.#ends.set(name, resolve))
      }
      this.#turns.run(addressKey(name.replace(/\d+$/, '')), work, isWanted).catch(({ code, message }) => {
        this.refused.push(`${name} ${code ?? message}`)
      })
    }
    await settled()
  }

  async end(names: string): Promise<void> {
    for (const name of names.split(' ')) {
      this.#ends.get(name)?.()
      await settled()
    }
  }
}

describe('the fair limiter', () => {
  it('starts work at once while there is room', async () => {
    const calls = new Calls({ atOnce: 2, waiting: 1 })
    await calls.make('ann1 ann2')
    assert.deepEqual(calls.begun, ['ann1', 'ann2'])
  })

  it('runs the caller with the fewest running calls next', async () => {
    const calls = new Calls({ atOnce: 2, waiting: 5 })
    await calls.make('ann1 ann2 ann3 ann4 ben1')
    await calls.end('ann1 ann2 ben1')
    assert.deepEqual(calls.begun, ['ann1', 'ann2', 'ben1', 'ann3', 'ann4'])
  })

  it('leaves turns to other callers', async () => {
    const calls = new Calls({ atOnce: 4, ofCaller: 2, waiting: 5 })
    await calls.make('ann1 ann2 ann3 ann4 ben1')
    assert.deepEqual(calls.begun, ['ann1', 'ann2', 'ben1'])
    await calls.end('ben1')
    assert.deepEqual(calls.begun, ['ann1', 'ann2', 'ben1'])
    await calls.end('ann1 ann2')
    assert.deepEqual(calls.begun, ['ann1', 'ann2', 'ben1', 'ann3', 'ann4'])
  })

  it('drops the last call of the caller with the most waiting calls', async () => {
    const calls = new Calls({ atOnce: 1, waiting: 3 })
    await calls.make('ann1 ann2 ann3 ann4 ben1')
    assert.deepEqual(calls.refused, ['ann4 unavailable'])
    await calls.end('ann1')
    assert.deepEqual(calls.begun, ['ann1', 'ann2'])
    await calls.end('ann2')
    assert.deepEqual(calls.begun, ['ann1', 'ann2', 'ann3'])
    await calls.end('ann3')
    assert.deepEqual(calls.begun, ['ann1', 'ann2', 'ann3', 'ben1'])
  })

  it('refuses a caller with as many waiting calls as any other', async () => {
    const calls = new Calls({ atOnce: 1, waiting: 2 })
    await calls.make('ann1 ann2 ben1 ben2')
    assert.deepEqual(calls.refused, ['ben2 unavailable'])
  })

  it('skips calls that are no longer wanted', async () => {
    const calls = new Calls({ atOnce: 1, waiting: 3 })
    let isWanted = true
    await calls.make('ann1')
    await calls.make('ann2', () => isWanted)
    await calls.make('ann3')
    isWanted = false
    await calls.end('ann1')
    assert.deepEqual(calls.begun, ['ann1', 'ann3'])
    assert.deepEqual(calls.refused, ['ann2 unwanted'])
  })

  it('keeps its capacity when work fails', async () => {
    const turns = new FairLimiter({ atOnce: 1, waiting: 1 }, () => new Error('unwanted'))
    await assert.rejects(
      turns.run(addressKey('ann'), () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.equal(await turns.run(addressKey('ann'), async () => 'done'), 'done')
  })
})
