import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOtherLanguage, textsWithOneTypo } from './spelling.ts'

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

describe('the language of a text', () => {
  const isOther = (text: string) => isOtherLanguage(text, text.toLowerCase().split(' '))

  it('recognizes languages without a glossary by letters and frequent words', () => {
    for (const text of ['Bild vergrößern', 'und das Bild', 'immagine senza sfondo', 'Усі зображення і відео'])
      assert.ok(isOther(text), text)
  })

  it('takes no language of the site for another', () => {
    for (const text of [
      'remove background',
      'quitar el fondo del vídeo',
      'améliorer ma façade',
      'удалить фон',
    ])
      assert.ok(!isOther(text), text)
  })
})
