import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meaningsOf } from './meanings.ts'
import { wordsOf } from './tokens.ts'

/** Returns the English words that the glossary gives for a query. */
const englishFor = (query: string) =>
  meaningsOf(wordsOf(query)).flatMap(({ phrases }) => phrases.map((phrase) => phrase.join(' ')))

describe('the glossary', () => {
  it('translates a word of each language', () => {
    for (const query of ['flou', 'размытие', 'desenfoque', '模糊', 'ぼかし', '블러'])
      assert.ok(englishFor(query).includes('blur'), query)
  })

  it('knows other English words for a concept', () => {
    assert.ok(englishFor('upscale').includes('esrgan'))
  })

  it('knows the tools for a wish', () => {
    for (const query of ['make my portrait talk', '让肖像说话', 'заставить портрет говорить'])
      assert.ok(englishFor(query).includes('sadtalker'), query)
  })
})
