import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Budget } from '@nodeyard/analysis/requirements'
import { limits } from '@nodeyard/contract/limits'
import { loadParser } from '../../cli/src/pack/open-pack.ts'
import { type Growth, maxFactor, measureGrowth } from './growth.ts'
import { hostileCases } from './readers.ts'
import { checkOf, requirementLines, solverSteps } from './solver.ts'

const cases = hostileCases(await loadParser())

describe('reading hostile input', () => {
  for (const one of cases) {
    it(`takes linear time for ${one.name}`, async () => {
      const shared = await measureGrowth(one)
      const { size, milliseconds, factor } =
        shared.factor <= maxFactor ? shared : await measureAlone(one.name)
      const times = milliseconds.map((time) => `${time.toFixed(0)} ms`).join(', ')
      assert.ok(factor <= maxFactor, `from ${size} letters, at 1, 2, 4 and 8 times as many: ${times}`)
    })
  }
})

/** Measures without what earlier inputs left in memory, whose collection takes time. */
async function measureAlone(name: string): Promise<Growth> {
  const worker = new Worker(new URL('./growth-worker.ts', import.meta.url), { workerData: name })
  const [growth] = await once(worker, 'message')
  return growth
}

describe('checking hostile requirements', () => {
  for (const [name, make] of Object.entries(requirementLines))
    for (const isApart of [false, true])
      it(`keeps to the budget in every phase: ${name}${isApart ? ', each alone' : ''}`, () => {
        const budget = new Budget(solverSteps)
        checkOf(make(2 * limits.freezeLength), isApart, budget)()
        // A phase that begins with little of the budget left can take that much more.
        assert.ok(budget.left > -solverSteps / 2, `${-budget.left} steps too many`)
      })
})

describe('the measurement of growth', () => {
  it('distinguishes quadratic from linear work', async () => {
    const work = (turns: (size: number) => number) => ({
      name: 'work',
      largest: 64 * 1024,
      prepare: (size: number) => () => {
        let sum = 0
        for (let i = 0; i < turns(size); i++) sum = (sum + i) % 1_000_003
        return sum
      },
    })
    const quadratic = await measureGrowth(work((size) => size ** 2))
    const linear = await measureGrowth(work((size) => size * 2000))
    assert.ok(quadratic.factor > 2 * maxFactor, `${quadratic.factor}`)
    assert.ok(linear.factor <= maxFactor, `${linear.factor}`)
  })
})
