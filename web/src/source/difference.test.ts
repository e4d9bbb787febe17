import { expect, test } from 'vitest'
import { differencesOf } from './difference.ts'

const text = (...lines: (string | number)[]) => `${lines.join('\n')}\n`

test('lines that were taken out and put in come with their numbers and a few around them', () => {
  const before = text(1, 2, 3, 4, 5, 6, 7, 8, 9)
  const after = text(1, 2, 3, 4, 'five', 6, 7, 8, 9)
  const [difference, ...more] = differencesOf(before, after) ?? []
  expect(more).toEqual([])
  expect(difference?.lines.map(({ kind, text, oldLine, newLine }) => [kind, text, oldLine, newLine])).toEqual(
    [
      ['same', '2', 2, 2],
      ['same', '3', 3, 3],
      ['same', '4', 4, 4],
      ['removed', '5', 5, 5],
      ['added', 'five', 6, 5],
      ['same', '6', 6, 6],
      ['same', '7', 7, 7],
      ['same', '8', 8, 8],
    ],
  )
})

test('a file that came or went is all of one kind', () => {
  const kindsOf = (before: string, after: string) =>
    differencesOf(before, after)?.flatMap(({ lines }) => lines.map(({ kind }) => kind))
  expect(kindsOf('', text('a', 'b'))).toEqual(['added', 'added'])
  expect(kindsOf(text('a'), '')).toEqual(['removed'])
  expect(kindsOf(text('a'), text('a'))).toEqual([])
})

test('a missing line break at the end is no line', () => {
  const [difference] = differencesOf('a\nb', 'a\nc') ?? []
  expect(difference?.lines.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
})
