import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textsOf, translations } from './all-texts.ts'
import { digestOf, followKeys, loadReread, markReread, type Reread, staleLanguages } from './reread.ts'

describe('translations', () => {
  const english = textsOf('en')
  const reread = loadReread()

  it('were reread after the English text changed', () => {
    const problems: string[] = []
    for (const locale of translations) {
      const own = textsOf(locale)
      for (const [key, text] of english)
        if (Object.hasOwn(reread, key) && staleLanguages(reread, key, text).includes(locale))
          problems.push(
            `${key} in ${locale}\n  en: ${text}\n  ${locale}: ${own.get(key) ?? '(other plural forms)'}`,
          )
    }
    const advice =
      'Read each translation against its English text, correct it, then run: npm run reread -- KEY…'
    assert(problems.length === 0, `The English of these texts changed.\n${problems.join('\n')}\n${advice}`)
  })

  it('are listed by key', () => {
    const added = [...english.keys()].filter((key) => !Object.hasOwn(reread, key))
    const gone = Object.keys(reread).filter((key) => !english.has(key))
    const advice = 'Translate the new texts, then run: npm run reread (and commit scripts/texts/reread.json)'
    assert.deepEqual({ added, gone }, { added: [], gone: [] }, advice)
  })

  it('come from the site, the command line, the mails and the identity service', () => {
    const sources = new Set([...english.keys()].map((key) => key.split(/[:/]/)[0]))
    assert.deepEqual([...sources].sort(), ['cli', 'identity', 'mail', 'site'])
  })
})

describe('the list of reread texts', () => {
  const english = new Map([['site/home:heading', 'Find the node.']])
  const changed = 'Find the pack.'

  it('knows the languages that still have to be reread', () => {
    const reread: Reread = {}
    followKeys(reread, english)
    assert.deepEqual(staleLanguages(reread, 'site/home:heading', 'Find the node.'), [])
    assert.deepEqual(staleLanguages(reread, 'site/home:heading', changed), translations)
    markReread(reread, 'site/home:heading', changed, ['fr', 'ja'])
    assert.equal(reread['site/home:heading'], `${digestOf(changed)} fr ja`)
    markReread(reread, 'site/home:heading', changed, ['ar', 'es', 'ko', 'ru', 'zh'])
    assert.equal(reread['site/home:heading'], digestOf(changed))
  })

  it('marks nothing by following the keys', () => {
    const reread: Reread = {
      'site/home:heading': digestOf('Find a node.'),
      'site/home:gone': digestOf('Gone'),
    }
    followKeys(reread, english)
    assert.deepEqual(reread, { 'site/home:heading': digestOf('Find a node.') })
    assert.deepEqual(staleLanguages(reread, 'site/home:heading', 'Find the node.'), translations)
  })
})
