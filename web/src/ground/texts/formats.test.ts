import { expect, test } from 'vitest'
import { withWritten } from './formats.server.ts'
import { formatsOf, takeOver } from './formats.ts'

test('large numbers are short, with one decimal at most', () => {
  const { compact } = formatsOf('en')
  expect([999, 1200, 3_000_000, 4_000_000_000].map(compact)).toEqual(['999', '1.2K', '3M', '4B'])
})

test('a size is written in the unit that reads best', () => {
  const { bytes } = formatsOf('en')
  expect([0, 1, 999, 184_320, 200_000_000].map(bytes)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '184.3 kB',
    '200 MB',
  ])
})

test('days are those of UTC, wherever the reader is', () => {
  expect(formatsOf('en').date('2026-03-01T23:59:59Z')).toBe('Mar 1, 2026')
})

test('a time that cannot be read is shown as it came', () => {
  expect(formatsOf('en').date('yesterday')).toBe('yesterday')
})

test('how long ago is said in the largest unit that fits', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  const { ago } = formatsOf('en')
  expect(ago('2026-03-10T11:59:50Z', now)).toBe('this minute')
  expect(ago('2026-03-09T11:00:00Z', now)).toBe('yesterday')
  expect(ago('2026-03-07T11:00:00Z', now)).toBe('3 days ago')
  expect(ago('2024-01-01T00:00:00Z', now)).toBe('2 years ago')
})

test('what a page was made with travels with it, each page by itself, and is not written again', async () => {
  const { number, plural, list } = formatsOf('en')
  const [one, other] = await Promise.all([
    withWritten(async () => {
      await Promise.resolve()
      return number(1234) + plural(1)
    }),
    withWritten(async () => list(['a', 'b'])),
  ])
  expect(one.written).toEqual({ 'number 1234': '1,234', 'plural 1': 'one' })
  expect(other.written).toEqual({ 'list ["a","b"]': 'a and b' })

  takeOver({ 'number 5678': 'as the server wrote it' })
  expect(number(5678)).toBe('as the server wrote it')
})
