import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthOf } from './cluster/growth.ts'

const series = (valueAt: (index: number) => number) => ({
  points: Array.from({ length: 300 }, (_, index) => ({ hours: index / 300, value: valueAt(index) })),
})

test('what rises while it warms up and then stays does not grow', () => {
  assert.equal(Math.round(growthOf(series((index) => Math.min(index, 90))).growth), 0)
})

test('what goes up and down does not grow, though it may end higher than it began', () => {
  assert.ok(growthOf(series((index) => 100 + (index % 37))).growth < 3)
})

test('what rises all the time grows by what it rises after the warm-up', () => {
  const { growth, first, last } = growthOf(series((index) => 100 + index))
  assert.equal(Math.round(growth), 199)
  assert.ok(last - first > 150)
})
