import { describe, expect, it } from 'vitest'
import { recordFormatted } from './formats.server.ts'
import { formatsOf, reuseFormatted } from './formats.ts'

describe('formatsOf', () => {
  it('abbreviates large numbers with at most one decimal', () => {
    const { compact } = formatsOf('en')
    expect([999, 1200, 3_000_000, 4_000_000_000].map(compact)).toEqual(['999', '1.2K', '3M', '4B'])
  })

  it('selects the best unit for sizes', () => {
    const { bytes } = formatsOf('en')
    expect([0, 1, 999, 184_320, 200_000_000].map(bytes)).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '184.3 kB',
      '200 MB',
    ])
  })

  it('shows UTC days in every time zone', () => {
    expect(formatsOf('en').date('2026-03-01T23:59:59Z')).toBe('Mar 1, 2026')
  })

  it('ends Russian days without the abbreviation, so that a sentence can end there', () => {
    expect(formatsOf('ru').date('2026-03-01T00:00:00Z')).toBe('1 мар. 2026')
  })

  it('returns an invalid time unchanged', () => {
    expect(formatsOf('en').date('yesterday')).toBe('yesterday')
  })

  it('selects the largest unit that fits for relative times', () => {
    const now = Date.parse('2026-03-10T12:00:00Z')
    const { ago } = formatsOf('en')
    expect(ago('2026-03-10T11:59:50Z', now)).toBe('this minute')
    expect(ago('2026-03-09T11:00:00Z', now)).toBe('yesterday')
    expect(ago('2026-03-07T11:00:00Z', now)).toBe('3 days ago')
    expect(ago('2024-01-01T00:00:00Z', now)).toBe('2 years ago')
  })

  it('keeps the direction of each item of an Arabic list', () => {
    expect(formatsOf('ar').list(['CUDA', 'ROCm'])).toBe('\u2068CUDA\u2069 و\u2068ROCm\u2069')
    expect(formatsOf('en').list(['CUDA', 'ROCm'])).toBe('CUDA and ROCm')
  })

  it('reuses the texts that a page was rendered with, separately for each page', async () => {
    const { number, plural, list } = formatsOf('en')
    const [one, other] = await Promise.all([
      recordFormatted(async () => {
        await Promise.resolve()
        return number(1234) + plural(1)
      }),
      recordFormatted(async () => list(['a', 'b'])),
    ])
    expect(one.formatted).toEqual({ 'number 1234': '1,234', 'plural 1': 'one' })
    expect(other.formatted).toEqual({ 'list ["a","b"]': 'a and b' })

    reuseFormatted({ 'number 5678': 'as the server wrote it' })
    expect(number(5678)).toBe('as the server wrote it')
  })
})
