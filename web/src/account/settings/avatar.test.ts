import { describe, expect, it } from 'vitest'
import { initialOf } from './avatar.tsx'

describe('avatar letter', () => {
  it('falls back from the name to the email address, then to U', () => {
    expect(initialOf('ada', 'x@y.test')).toBe('A')
    expect(initialOf(' ', 'x@y.test')).toBe('X')
    expect(initialOf(null, null)).toBe('U')
    expect(initialOf('𝒜da', null)).toBe('𝒜')
    expect(initialOf('ß', null)).toBe('S')
  })
})
