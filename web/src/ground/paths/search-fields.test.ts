import { describe, expect, it } from 'vitest'
import { manageLinks, statisticsSearch } from './manage-links.ts'
import { memberLinks } from './member-links.ts'
import { pathTo } from './paths.ts'
import {
  choiceField,
  choicesField,
  countField,
  flagField,
  pageField,
  readSearch,
  textField,
  writeSearch,
} from './search-params.ts'

describe('textField', () => {
  const field = textField(5)

  it('cuts a text that is too long', () => {
    expect(field.read('abcdefgh')).toBe('abcde')
  })

  it('never returns half a character', () => {
    expect(field.read('abcd😀')).toBe('abcd�')
  })

  it('leaves blank texts out of the address', () => {
    expect([field.write(''), field.write('  '), field.write(' a')]).toEqual([undefined, undefined, ' a'])
  })
})

describe('pageField', () => {
  it.each([
    [null, 1],
    ['', 1],
    ['0', 1],
    ['-3', 1],
    ['1.5', 1],
    ['1e9', 1],
    ['007', 1],
    ['2 ', 1],
    ['7', 7],
    ['999999', 100_000],
    ['9999999', 1],
  ])('reads %j as %i', (text, page) => {
    expect(pageField.read(text)).toBe(page)
  })

  it('leaves the first page out of the address', () => {
    expect([pageField.write(1), pageField.write(2)]).toEqual([undefined, '2'])
  })
})

describe('choiceField', () => {
  const field = choiceField(['newest', 'name', 'rating'])

  it.each([
    [null, 'newest'],
    ['name', 'name'],
    ['NAME', 'newest'],
    ['__proto__', 'newest'],
  ])('reads %j as %s', (text, choice) => {
    expect(field.read(text)).toBe(choice)
  })

  it('leaves the default out of the address', () => {
    expect([field.write('newest'), field.write('rating')]).toEqual([undefined, 'rating'])
  })
})

describe('choicesField', () => {
  const field = choicesField(['a', 'b', 'c'], ['a', 'b'])

  it('reads known choices in their own order', () => {
    expect(field.read('c,x,a')).toEqual(['a', 'c'])
  })

  it('uses the default when the address has none', () => {
    expect(field.read(null)).toEqual(['a', 'b'])
  })

  it('distinguishes an empty selection from the default', () => {
    expect(field.read('')).toEqual([])
    expect(field.write([])).toBe('')
  })

  it('leaves the default out of the address in any order', () => {
    expect(field.write(['b', 'a'])).toBeUndefined()
    expect(field.write(['b'])).toBe('b')
  })
})

describe('other fields', () => {
  it('read flags strictly', () => {
    expect([flagField.read('1'), flagField.read('true'), flagField.read(null)]).toEqual([true, false, false])
    expect([flagField.write(true), flagField.write(false)]).toEqual(['1', undefined])
  })

  it('limit counts', () => {
    const field = countField(30)
    expect(['0', '7', '31', '-1', 'x', null].map((text) => field.read(text))).toEqual([0, 7, 30, 0, 0, 0])
    expect([field.write(0), field.write(7)]).toEqual([undefined, '7'])
  })
})

describe('search of an address', () => {
  const schema = { q: textField(50), mine: flagField, page: pageField }

  it('survives a round trip', () => {
    const values = { q: 'blur & sharpen=?#', mine: true, page: 3 }
    const query = writeSearch(schema, values)
    expect(readSearch(schema, new URLSearchParams(query))).toEqual(values)
  })

  it('is empty for the defaults', () => {
    expect(writeSearch(schema, { q: '', mine: false, page: 1 })).toBe('')
    expect(writeSearch(schema, {})).toBe('')
  })

  it('ignores unknown parameters', () => {
    const values = readSearch(schema, new URLSearchParams('?evil=1&q=a&q=b'))
    expect(values).toEqual({ q: 'a', mine: false, page: 1 })
  })
})

describe('links to management pages', () => {
  it('encode ids', () => {
    expect(manageLinks.version('a/b', '1.0.0+x y')).toBe('/nodes/a%2Fb/manage/versions/1.0.0%2Bx%20y')
    expect(pathTo('/publishers/:publisherId', { publisherId: '../admin' })).toBe('/publishers/..%2Fadmin')
  })

  it('leave out the default time span', () => {
    expect(manageLinks.statistics('blur', { days: '90' })).toBe('/nodes/blur/manage/statistics')
    expect(manageLinks.statistics('blur', { days: '30' })).toBe('/nodes/blur/manage/statistics?days=30')
    expect(statisticsSearch.days.read('31')).toBe('90')
  })

  it('put the secret of an invitation into the fragment', () => {
    const url = new URL(memberLinks.invitation('s3cret'), 'https://site.test')
    expect([url.pathname, url.search, url.hash]).toEqual(['/invitations', '', '#s3cret'])
  })

  it('carry the repository of a claim', () => {
    const link = memberLinks.claimMyNode('acme', { nodeId: 'blur', repository: 'https://github.com/a/b?c' })
    expect(new URL(link, 'https://site.test').searchParams.get('repository')).toBe('https://github.com/a/b?c')
  })
})
