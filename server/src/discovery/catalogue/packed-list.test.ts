import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PackedList } from './packed-list.ts'

const keyOf = (number: number) => String(number).padStart(6, '0')
const textOf = (number: number, more = '') => JSON.stringify({ number, more })
const textsOf = (list: PackedList, start: number, limit: number) =>
  list.slice(start, limit).map(({ text }) => text)

test('an empty list has nothing at any place', () => {
  const list = new PackedList()
  assert.deepEqual([list.length, list.slice(0, 10), list.slice(50, 10)], [0, [], []])
  list.change([{ key: 'a', text: undefined }])
  assert.equal(list.length, 0)
})

test('it gives what a sorted array would, whatever is put in and taken out', () => {
  const list = new PackedList()
  const expected = new Map<number, string>()
  let state = 1
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  for (let round = 0; round < 60; round++) {
    const changes = new Map<number, string | undefined>()
    for (let index = 0; index < 50; index++) {
      const number = random(3000)
      changes.set(number, random(4) === 0 ? undefined : textOf(number, `round ${round}`))
    }
    list.change([...changes].map(([number, text]) => ({ key: keyOf(number), text })))
    for (const [number, text] of changes) {
      if (text === undefined) expected.delete(number)
      else expected.set(number, text)
    }
    const sorted = [...expected].sort(([a], [b]) => a - b).map(([, text]) => text)
    assert.equal(list.length, sorted.length)
    const start = random(sorted.length + 20)
    assert.deepEqual(textsOf(list, start, 130), sorted.slice(start, start + 130))
  }
  assert.deepEqual(
    textsOf(list, 0, list.length),
    [...expected].sort(([a], [b]) => a - b).map(([, text]) => text),
  )
})

test('it is much smaller than its texts', () => {
  const list = new PackedList()
  const text = (number: number) => textOf(number, 'A description as many others are. '.repeat(20))
  list.change(Array.from({ length: 2000 }, (_, number) => ({ key: keyOf(number), text: text(number) })))
  assert.ok(list.packedBytes < 200_000)
})
