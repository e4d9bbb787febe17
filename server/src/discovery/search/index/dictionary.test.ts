import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSet, noBits, set } from './bits.ts'
import { ByteWriter } from './byte-writer.ts'
import { DictionaryWriter, WordCursor } from './dictionary.ts'
import { addWeights, PostingCursor, PostingWriter, setEntries, weightOfNames } from './postings.ts'

/** Each with as many bytes of postings as its place says. */
function toDictionary(words: readonly string[]) {
  const writer = new DictionaryWriter(0)
  for (const [at, word] of words.entries()) writer.write(Buffer.from(word, 'latin1'), word.length, at)
  return writer.finish()
}

const wordAt = ({ word, length }: WordCursor) => Buffer.from(word.subarray(0, length)).toString('latin1')

test('a dictionary gives its words in their order, and finds the first that is not before a text', () => {
  const long = 'z'.repeat(2000)
  const words = [
    '#a',
    ...Array.from({ length: 200 }, (_, at) => `word${1000 + at * 2}`),
    long,
    `${long}z`,
    '\xe5\x9b',
  ]
  const dictionary = toDictionary(words)
  const cursor = new WordCursor(dictionary)
  const read: string[] = []
  for (; !cursor.isAtEnd; cursor.next()) {
    assert.equal(cursor.postingsEnd - cursor.postingsBegin, read.length)
    read.push(wordAt(cursor))
  }
  assert.deepEqual(read, words)
  for (const text of [
    '',
    '#',
    '#a',
    '#b',
    'word',
    'word1001',
    'word1398',
    'word1399',
    long,
    `${long}y`,
    '\xe5',
    ...words,
  ]) {
    cursor.seek(text)
    assert.equal(
      cursor.isAtEnd ? undefined : wordAt(cursor),
      words.find((word) => word >= text),
      text,
    )
  }
  cursor.seek('\xff')
  assert.ok(cursor.isAtEnd)
  assert.ok(new WordCursor(toDictionary([])).isAtEnd)
})

test('postings of words side by side are read as they were written, those with many places too', () => {
  const bytes = new ByteWriter(0)
  const writer = new PostingWriter(bytes)
  const many = Array.from({ length: 255 }, (_, at) => at * 64)
  const lists = [
    [{ entry: 0, weights: 0, places: [] }],
    [
      { entry: 0, weights: weightOfNames, places: [0] },
      { entry: 1, weights: 15, places: many },
      { entry: 70_000_000, weights: 8, places: [] },
    ],
    [{ entry: 300, weights: weightOfNames, places: [16_383] }],
  ]
  const ends = lists.map((list) => {
    writer.beginWord()
    for (const { entry, weights, places } of list) {
      writer.write(entry, weights)
      if (weights & weightOfNames) writer.writePlaces(places)
    }
    return bytes.length
  })
  const written = bytes.finish()
  const cursor = new PostingCursor(written, 0, written.length)
  const read = []
  while (cursor.next()) read.push({ entry: cursor.entry, weights: cursor.weights, places: cursor.places() })
  assert.deepEqual(read, lists.flat())

  const few = [0, ends[0] as number] as const
  const bits = noBits(70_000_001)
  setEntries(written, ...few, bits)
  assert.ok(isSet(bits, 0) && !isSet(bits, 1))
  setEntries(written, 0, written.length, bits)
  const expected = noBits(70_000_001)
  for (const { entry } of lists.flat()) set(expected, entry)
  assert.deepEqual(bits, expected)
  const masks = new Uint8Array(70_000_001)
  addWeights(written, 0, written.length, masks, 16)
  assert.deepEqual(
    [0, 1, 2, 300, 70_000_000].map((entry) => masks[entry]),
    [20, 31, 0, 20, 24],
  )
})
