import { describe, expect, it } from 'vitest'
import { axisOf } from './axis.ts'

describe('the axis of a chart', () => {
  it.each([
    [0, [0, 1, 2]],
    [2, [0, 1, 2]],
    [7, [0, 5, 10]],
    [21, [0, 15, 30]],
    [243, [0, 150, 300]],
    [1_900, [0, 1_000, 2_000]],
  ])('covers %s with round numbers', (highest, ticks) => {
    expect(axisOf(highest)).toEqual(ticks)
  })

  it('counts durations in their largest unit', () => {
    expect(axisOf(9_000, true)).toEqual([0, 7_200, 14_400])
  })
})
