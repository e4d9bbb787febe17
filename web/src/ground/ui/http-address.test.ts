import { describe, expect, it } from 'vitest'
import { httpAddress, readableAddress } from './http-address.ts'

describe('addresses of authors', () => {
  it('become links with http and https only', () => {
    expect(httpAddress('https://example.org/a')).toBe('https://example.org/a')
    expect(httpAddress(' HTTP://example.org ')).toBe('http://example.org/')
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,x',
      'git@host:a/b',
      '//host',
      'https://',
      '',
      undefined,
    ]) {
      expect(httpAddress(text), String(text)).toBeUndefined()
    }
  })

  it('show without their scheme', () => {
    expect(readableAddress('https://www.example.org/a/')).toBe('example.org/a')
  })
})
