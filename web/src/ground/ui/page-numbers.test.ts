import { describe, expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

describe('pageNumbers', () => {
  it('lists all pages of a short list', () => {
    expect(pageNumbers(1, 1)).toEqual([1])
    expect(pageNumbers(2, 3)).toEqual([1, 2, 3])
  })

  it('lists the first, the last and neighboring pages of a long list', () => {
    expect(pageNumbers(1, 20)).toEqual([1, 2, null, 20])
    expect(pageNumbers(10, 20)).toEqual([1, null, 9, 10, 11, null, 20])
    expect(pageNumbers(20, 20)).toEqual([1, null, 19, 20])
  })

  it('shows a single page instead of a gap', () => {
    expect(pageNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
  })

  it('links back from a page past the end', () => {
    expect(pageNumbers(30, 20)).toEqual([1, null, 20])
  })
})
