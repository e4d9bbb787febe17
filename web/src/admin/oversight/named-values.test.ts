import { describe, expect, it } from 'vitest'
import { namedChanges, namedValues } from './named-values.ts'

describe('named values', () => {
  it('flattens nested records to paths and lists to one line', () => {
    const record = {
      name: 'Blur',
      settings: { language: 'fr' },
      tags: ['a', 'b'],
      at: null,
      on: false,
      text: '',
    }
    expect(namedValues(record)).toEqual([
      { name: 'name', text: 'Blur' },
      { name: 'settings.language', text: 'fr' },
      { name: 'tags', text: 'a; b' },
      { name: 'on', text: 'false' },
    ])
  })

  it('flattens records in lists', () => {
    expect(namedValues({ found: [{ rule: 'exec', line: 3 }] })).toEqual([
      { name: 'found', text: 'rule: exec, line: 3' },
    ])
  })

  it('lists differing values only', () => {
    expect(
      namedChanges({ name: 'Blur', tags: ['a'], old: 1 }, { name: 'Blur', tags: ['b'], fresh: 2 }),
    ).toEqual([
      { name: 'tags', before: 'a', after: 'b' },
      { name: 'old', before: '1' },
      { name: 'fresh', after: '2' },
    ])
    expect(namedChanges(undefined, { name: 'Blur' })).toEqual([{ name: 'name', after: 'Blur' }])
  })
})
