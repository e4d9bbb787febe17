import { describe, expect, it } from 'vitest'
import { homeSearch, inLocale, links, localeInPath } from './links.ts'
import { readSearch } from './search-params.ts'

describe('links', () => {
  it('include the search and leave out defaults', () => {
    expect(links.home()).toBe('/')
    expect(links.home({ q: 'ip adapter', page: 1 })).toBe('/?q=ip+adapter')
    expect(links.home({ q: '', page: 3 })).toBe('/?page=3')
  })

  it('encode ids', () => {
    expect(links.node('a/b?c#d')).toBe('/nodes/a%2Fb%3Fc%23d')
    expect(links.version('blur', '1.0.0')).toBe('/nodes/blur/versions/1.0.0')
  })

  it('put the language first, except for English', () => {
    expect(inLocale('en', '/nodes/blur?page=2')).toBe('/nodes/blur?page=2')
    expect(inLocale('zh', '/nodes/blur?page=2')).toBe('/zh/nodes/blur?page=2')
    expect(inLocale('zh', '/')).toBe('/zh')
    expect(inLocale('ar', '/?q=mask')).toBe('/ar?q=mask')
  })

  it('recognize existing languages only', () => {
    expect(localeInPath('/zh/nodes')).toBe('zh')
    expect(localeInPath('/xx/nodes')).toBeUndefined()
    expect(localeInPath('/')).toBeUndefined()
  })

  it('turn any query into a valid search', () => {
    const read = (query: string) => readSearch(homeSearch, new URLSearchParams(query))
    expect(read('q=blur&page=2')).toMatchObject({ q: 'blur', page: 2, sort: 'relevance', days: 0 })
    expect(read('sort=best&category=x&state=y&days=0&nodes=2')).toEqual(read(''))
    expect(read('category=video&state=deprecated&days=30&nodes=1&sort=stars')).toMatchObject({
      category: 'video',
      state: 'deprecated',
      days: 30,
      nodes: true,
      sort: 'stars',
    })
    for (const page of ['0', '-1', '1e9', 'NaN', '2.5', '99999999999', '']) {
      expect(read(`page=${page}`).page, page).toBe(1)
    }
    expect(read(`q=${'x'.repeat(5000)}`).q).toHaveLength(200)
    expect(read('q=%ED%A0%80').q.isWellFormed()).toBe(true)
  })
})
