import { expect, test } from 'vitest'
import { httpAddress, readableAddress } from './http-address.ts'

test('only http and https may be linked to', () => {
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

test('an address reads without its scheme', () => {
  expect(readableAddress('https://www.example.org/a/')).toBe('example.org/a')
})
