import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOneSlipAway } from './spelling.ts'

test('a slip is one letter, also where a letter is written in two halves', () => {
  const texts = textsOneSlipAway('a𝓆b')
  assert.ok(texts.every((text) => text.isWellFormed()))
  for (const text of ['𝓆b', 'ab', 'a𝓆', '𝓆ab', 'ab𝓆', 'xa𝓆b', 'axb']) assert.ok(texts.includes(text), text)
})

test('a plain word has its slips: swapped, missing, wrong and one too many', () => {
  const texts = textsOneSlipAway('ip')
  for (const text of ['pi', 'i', 'p', 'ap', 'iq', 'ipx', 'xip']) assert.ok(texts.includes(text), text)
  assert.ok(!texts.includes('ip'))
})
