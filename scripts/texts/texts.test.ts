import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { pathNouns } from '@nodeyard/analysis/scan'
import type { Locale } from '@nodeyard/contract/ground'
import { heldGroups } from '@nodeyard/contract/packs'
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

  it('name the steps of findings in the same words everywhere, and each step', () => {
    for (const locale of ['en', ...translations] as const) {
      const all = [...textsOf(locale)]
      const of = (start: string) =>
        new Map(
          all.flatMap(([key, text]) =>
            key.startsWith(start) && !key.includes('left_out') ? [[key.slice(start.length), text]] : [],
          ),
        )
      assert.deepEqual(of('cli:path_'), of('site/paths:'))
      for (const noun of pathNouns) assert.ok(of('site/paths:').has(noun), `${noun} in ${locale}`)
    }
  })

  it('say in the same words everywhere why a version is held', () => {
    for (const locale of ['en', ...translations] as const) {
      const all = [...textsOf(locale)].filter(([key]) => key.includes(':held_for_'))
      const of = (source: string) =>
        all.flatMap(([key, text]) => (key.startsWith(`${source}:`) ? [[key.split(':')[1], text]] : [])).sort()
      assert.deepEqual(of('cli'), of('site/nodes'))
      assert.deepEqual(of('mail'), of('site/nodes'))
      assert.equal(of('mail').length, heldGroups.length)
    }
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

interface Rule {
  language: Locale
  /** Limits the rule to texts whose English matches. */
  english?: string
  forbidden: string
  use: string
  /** Reads Arabic with its vowel signs. */
  vowels?: true
}

const rules: Rule[] = JSON.parse(readFileSync(new URL('glossary.json', import.meta.url), 'utf8'))

/** Returns the texts of a language that break a rule of the glossary. Names in braces are not read. */
function breaking(
  rule: Rule,
  texts: Iterable<[string, string]>,
  english: ReadonlyMap<string, string>,
): string[] {
  const [wanted, forbidden] = [new RegExp(rule.english ?? '', 'iu'), new RegExp(rule.forbidden, 'iu')]
  // README is the one term that differs from a forbidden form only by its capitals.
  const readable = (text: string) => text.replaceAll(/\{\{?\w+\}?\}|README/g, '§')
  return [...texts]
    .filter(([key, text]) => {
      const original =
        english.get(key) ?? english.get(key.replace(/_(zero|one|two|few|many)$/, '_other')) ?? ''
      const bare = rule.vowels ? text : text.replaceAll(/[\u064b-\u0652]/g, '')
      return wanted.test(original) && forbidden.test(readable(bare))
    })
    .map(([key, text]) => `${key}: ${text}`)
}

describe('the glossary', () => {
  const english = textsOf('en')

  for (const rule of rules)
    it(`has ${rule.use} in ${rule.language} instead of ${rule.forbidden}`, () => {
      assert.deepEqual(breaking(rule, textsOf(rule.language), english), [])
    })

  it('has the number in the Russian form that 1, 21 and 31 share, or beside the text', () => {
    const lacking = [...textsOf('ru')].filter(
      ([key, text]) =>
        key.endsWith('_one') && !key.startsWith('site/home:total_') && !/\{\{?(count|number)\}/.test(text),
    )
    assert.deepEqual(lacking, [])
  })

  it('finds terms behind Arabic vowel signs, breaking spaces and plural forms', () => {
    const original = new Map([['cli:old_other', 'deprecated']])
    const found = (language: Locale, key: string, text: string) =>
      rules.filter((rule) => rule.language === language && breaking(rule, [[key, text]], original).length > 0)
    assert.equal(found('ar', 'cli:old_few', 'مُهمَل').length, 1)
    assert.equal(found('fr', 'cli:name', 'Nom : {{name}}').length, 1)
    assert.equal(found('fr', 'cli:name', 'Nom\u00a0: {{name}}').length, 0)
  })
})
