import { expect, test } from 'vitest'
import { hashOf, lineRangeIn } from './line-range.ts'

test('an address points at a line or at several', () => {
  expect(lineRangeIn('#L12')).toEqual({ from: 12, to: 12 })
  expect(lineRangeIn('#L20-L12')).toEqual({ from: 12, to: 20 })
  for (const other of ['', '#readme', '#L', '#L1-', '#Lx', `#L${'9'.repeat(30)}`]) {
    expect(lineRangeIn(other), other).toBeUndefined()
  }
})

test('picking a second line spans from the first, in either direction', () => {
  expect([hashOf(3), hashOf(9, 3), hashOf(3, 9), hashOf(3, 3)]).toEqual(['#L3', '#L3-L9', '#L3-L9', '#L3'])
})
