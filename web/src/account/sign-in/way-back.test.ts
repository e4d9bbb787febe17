import { expect, test } from 'vitest'
import { wayBack } from './way-back.ts'

const origin = 'https://site.test'
const ownNodes = `${origin}/nodes`

test('people come back to the page of this site that they were on', () => {
  expect(wayBack('/nodes/blur?page=2#versions', origin)).toBe(`${origin}/nodes/blur?page=2#versions`)
  expect(wayBack('/zh/nodes/blur', origin)).toBe(`${origin}/zh/nodes/blur`)
  expect(wayBack(`${origin}/docs/api`, origin)).toBe(`${origin}/docs/api`)
})

test('nothing in the parameter leads to another site', () => {
  for (const hostile of [
    'https://evil.test/',
    'https://site.test.evil.test/',
    'https://site.test@evil.test/',
    'https://user:pass@site.test/',
    'http://site.test/',
    '//evil.test/',
    '/\\evil.test/',
    '\\\\evil.test/',
    '\t//evil.test/',
    'ht\ntps://evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://evil.test/1',
    'https://',
  ]) {
    expect(wayBack(hostile, origin), hostile).toBe(ownNodes)
  }
})

test('an address that is ours only at first sight keeps our host in front', () => {
  for (const tricky of [
    '/.//evil.test/',
    '/..//evil.test',
    'https:evil.test',
    '/%2F%2Fevil.test',
    'evil.test',
  ]) {
    expect(new URL(wayBack(tricky, origin)).origin, tricky).toBe(origin)
  }
})

test('without a place to go back to, or with a page of signing in, people see their own nodes', () => {
  for (const from of [null, '', '/auth/login', '/auth/logout', '/ar/auth/login?fromUrl=/']) {
    expect(wayBack(from, origin), String(from)).toBe(ownNodes)
  }
  expect(wayBack('/authors', origin)).toBe(`${origin}/authors`)
})
