import { describe, expect, it } from 'vitest'
import { returnUrl } from './return-url.ts'

const origin = 'https://site.test'
const ownNodes = `${origin}/nodes`

describe('returnUrl', () => {
  it('accepts pages of this site', () => {
    expect(returnUrl('/nodes/blur?page=2#versions', origin)).toBe(`${origin}/nodes/blur?page=2#versions`)
    expect(returnUrl('/zh/nodes/blur', origin)).toBe(`${origin}/zh/nodes/blur`)
    expect(returnUrl(`${origin}/docs/api`, origin)).toBe(`${origin}/docs/api`)
  })

  it('rejects other sites', () => {
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
      expect(returnUrl(hostile, origin), hostile).toBe(ownNodes)
    }
  })

  it("keeps the site's host in misleading addresses", () => {
    for (const tricky of [
      '/.//evil.test/',
      '/..//evil.test',
      'https:evil.test',
      '/%2F%2Fevil.test',
      'evil.test',
    ]) {
      expect(new URL(returnUrl(tricky, origin)).origin, tricky).toBe(origin)
    }
  })

  it("falls back to the user's nodes without an address and for sign-in pages", () => {
    for (const from of [null, '', '/auth/login', '/auth/logout', '/ar/auth/login?fromUrl=/']) {
      expect(returnUrl(from, origin), String(from)).toBe(ownNodes)
    }
    expect(returnUrl('/authors', origin)).toBe(`${origin}/authors`)
  })
})
