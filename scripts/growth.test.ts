import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { growthOf } from './cluster/growth.ts'

const series = (valueAt: (index: number) => number) => ({
  points: Array.from({ length: 300 }, (_, index) => ({ hours: index / 300, value: valueAt(index) })),
})

describe('measured growth', () => {
  it('ignores a rise during the warm-up', () => {
    assert.equal(Math.round(growthOf(series((index) => Math.min(index, 90))).growth), 0)
  })

  it('ignores fluctuations, even if the end is higher than the start', () => {
    assert.ok(growthOf(series((index) => 100 + (index % 37))).growth < 3)
  })

  it('reports the rise after the warm-up of a steady rise', () => {
    const { growth, first, last } = growthOf(series((index) => 100 + index))
    assert.equal(Math.round(growth), 199)
    assert.ok(last - first > 150)
  })
})
