import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { measureFile, readSources } from './source.ts'
import { brokenLimits, isMet, staticFigures } from './static.ts'

const source = `/** Adds. */
export function add(a: number, b: number): number {
  return a + b
}

export const twice = (a: number) => (a as number) * 2

const hidden = () => ['x'] as const
`

describe('a source file', () => {
  const file = measureFile('server/src/sums.ts', source)

  it('has lines, functions and casts', () => {
    assert.deepEqual([file.lines, file.casts, file.isTest], [8, 1, false])
    assert.deepEqual(
      file.functions.map(({ place, lines, parameters, hasDocstring }) => [
        place,
        lines,
        parameters,
        hasDocstring,
      ]),
      [
        ['server/src/sums.ts:2', 3, 2, true],
        ['server/src/sums.ts:6', 1, 1, false],
        ['server/src/sums.ts:8', 1, 0, undefined],
      ],
    )
  })

  it('is a test by its name, and the callback of describe is a suite', () => {
    const test = measureFile('web/src/a.test.tsx', `describe('a', () => { it('b', () => {}) })`)
    assert.equal(test.isTest, true)
    assert.deepEqual(
      test.functions.map(({ isSuite }) => isSuite),
      [true, false],
    )
  })
})

describe('a figure', () => {
  it('is compared with its goal', () => {
    const figures = staticFigures([measureFile('server/src/sums.ts', source)])
    const casts = figures.find(({ name }) => name.startsWith('casts'))
    assert.deepEqual([casts?.value, casts && isMet(casts)], [125, false])
  })
})

describe('the source', () => {
  it('keeps the limits that it already satisfies', () => {
    assert.deepEqual(brokenLimits(staticFigures(readSources())), [])
  })
})
