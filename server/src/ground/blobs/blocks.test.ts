import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inBlocks } from './blocks.ts'

const blocksOf = (...pieces: Uint8Array[]) =>
  Array.fromAsync(
    inBlocks(
      (async function* () {
        yield* pieces
      })(),
      4,
    ),
    (block) => block.toString(),
  )

describe('blocks of one size', () => {
  it('regroups chunks of any size in order', async () => {
    assert.deepEqual(await blocksOf(...Array.from('abcdefghij', (letter) => Buffer.from(letter))), [
      'abcd',
      'efgh',
      'ij',
    ])
    assert.deepEqual(await blocksOf(Buffer.from('abcdefghij')), ['abcd', 'efgh', 'ij'])
    assert.deepEqual(await blocksOf(Buffer.from('ab'), Buffer.alloc(0), Buffer.from('cdefgh')), [
      'abcd',
      'efgh',
    ])
    assert.deepEqual(await blocksOf(), [])
  })
})
