import { expect, test } from 'vitest'
import { initialOf } from './avatar.tsx'

test('without a photo the first letter of the name stands for it, else of the address, else U', () => {
  expect(initialOf('ada', 'x@y.test')).toBe('A')
  expect(initialOf(' ', 'x@y.test')).toBe('X')
  expect(initialOf(null, null)).toBe('U')
  expect(initialOf('𝒜da', null)).toBe('𝒜')
  expect(initialOf('ß', null)).toBe('S')
})
