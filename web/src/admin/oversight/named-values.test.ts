import { expect, test } from 'vitest'
import { namedChanges, namedValues } from './named-values.ts'

test('a record is told line by line, deeper ones by their path and lists in one line', () => {
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

test('records in a list are told as lines too', () => {
  expect(namedValues({ found: [{ rule: 'exec', line: 3 }] })).toEqual([
    { name: 'found', text: 'rule: exec, line: 3' },
  ])
})

test('a change tells what differs and nothing else', () => {
  expect(
    namedChanges({ name: 'Blur', tags: ['a'], old: 1 }, { name: 'Blur', tags: ['b'], fresh: 2 }),
  ).toEqual([
    { name: 'tags', before: 'a', after: 'b' },
    { name: 'old', before: '1' },
    { name: 'fresh', after: '2' },
  ])
  expect(namedChanges(undefined, { name: 'Blur' })).toEqual([{ name: 'name', after: 'Blur' }])
})
