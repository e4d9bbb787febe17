import { describe, expect, it } from 'vitest'
import { hashOf, lineRangeIn } from './line-range.ts'

describe('line range', () => {
  it('reads a line or a range from an address', () => {
    expect(lineRangeIn('#L12')).toEqual({ from: 12, to: 12 })
    expect(lineRangeIn('#L20-L12')).toEqual({ from: 12, to: 20 })
    for (const other of ['', '#readme', '#L', '#L1-', '#Lx', `#L${'9'.repeat(30)}`]) {
      expect(lineRangeIn(other), other).toBeUndefined()
    }
  })

  it('extends the range to a second line in either direction', () => {
    expect([hashOf(3), hashOf(9, 3), hashOf(3, 9), hashOf(3, 3)]).toEqual(['#L3', '#L3-L9', '#L3-L9', '#L3'])
  })
})
