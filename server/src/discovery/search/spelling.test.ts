import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsWithOneTypo } from './spelling.ts'

describe('the variants of a word', () => {
  it('treats a surrogate pair as one letter', () => {
    const texts = textsWithOneTypo('a𝓆b')
    assert.ok(texts.every((text) => text.isWellFormed()))
    for (const text of ['𝓆b', 'ab', 'a𝓆', '𝓆ab', 'ab𝓆', 'xa𝓆b', 'axb']) assert.ok(texts.includes(text), text)
  })

  it('covers swapped, missing, wrong and additional letters', () => {
    const texts = textsWithOneTypo('ip')
    for (const text of ['pi', 'i', 'p', 'ap', 'iq', 'ipx', 'xip']) assert.ok(texts.includes(text), text)
    assert.ok(!texts.includes('ip'))
  })
})
