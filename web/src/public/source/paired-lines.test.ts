import { describe, expect, it } from 'vitest'
import { oneUnderOther, pairedLines, shownPlaces, stretchesOf } from './paired-lines.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

describe('comparison of lines', () => {
  it('pairs a replaced line with its replacement and leaves others alone', () => {
    expect(pairedLines(['a', 'b', 'c', 'd'], ['a', 'B', 'c', 'd', 'e'])).toEqual([
      { before: 1, after: 1, isChanged: false },
      { before: 2, after: 2, isChanged: true },
      { before: 3, after: 3, isChanged: false },
      { before: 4, after: 4, isChanged: false },
      { after: 5, isChanged: true },
    ])
    expect(pairedLines(['a', 'b'], ['b'])).toEqual([
      { before: 1, isChanged: true },
      { before: 2, after: 1, isChanged: false },
    ])
  })

  it('shows changes, and findings with their context', () => {
    const before = numbered(200)
    const pairs = pairedLines(before, before.with(9, 'another')) ?? []
    const stretches = stretchesOf(pairs, shownPlaces(pairs, new Set([150])))
    expect(stretches.map(({ kind, from }) => `${kind} ${from}`)).toEqual([
      'gap 0',
      'lines 6',
      'gap 13',
      'lines 141',
      'gap 158',
    ])
  })

  it('shows the beginning of a new file and every finding', () => {
    const pairs = pairedLines([], numbered(20_000)) ?? []
    const shown = shownPlaces(pairs, new Set([19_000]))
    expect(shown.size).toBeLessThan(500)
    expect(shown.has(18_999)).toBe(true)
  })

  it('puts removed lines above added ones in a single column', () => {
    const signs = oneUnderOther(pairedLines(['a', 'b', 'c'], ['A', 'B', 'c']) ?? []).map(
      ({ before, after, isChanged }) =>
        isChanged ? (before === undefined ? `+${after}` : `-${before}`) : `=${after}`,
    )
    expect(signs).toEqual(['-1', '-2', '+1', '+2', '=3'])
  })
})
