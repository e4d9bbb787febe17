import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test('all pages are offered when they are few', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(2, 3)).toEqual([1, 2, 3])
})

test('first, last and neighbours are offered when they are many', () => {
  expect(pageNumbers(1, 20)).toEqual([1, 2, null, 20])
  expect(pageNumbers(10, 20)).toEqual([1, null, 9, 10, 11, null, 20])
  expect(pageNumbers(20, 20)).toEqual([1, null, 19, 20])
})

test('a single page is shown rather than left out', () => {
  expect(pageNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
})

test('a page past the end still offers the way back', () => {
  expect(pageNumbers(30, 20)).toEqual([1, null, 20])
})
