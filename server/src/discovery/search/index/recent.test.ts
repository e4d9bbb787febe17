import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Recent } from './recent.ts'

test('a value is made once while it is among those that were used last', () => {
  const recent = new Recent<string>(2)
  const made: string[] = []
  const get = (key: string) =>
    recent.get(key, () => {
      made.push(key)
      return `value of ${key}`
    })
  for (const key of ['a', 'b', 'a', 'c', 'a']) assert.equal(get(key), `value of ${key}`)
  assert.deepEqual(made, ['a', 'b', 'c'])
  get('b')
  assert.deepEqual(made, ['a', 'b', 'c', 'b'])
})
