import { readdirSync, readFileSync } from 'node:fs'
import { type Locale, locales } from '@nodeyard/contract/ground'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { textsOf } from '../site/site.test-support.tsx'
import { formatsOf } from './formats.ts'
import type { Namespace, TextKey } from './texts.ts'

const folder = new URL('../../../locales/', import.meta.url)
const namespaces = readdirSync(new URL('en/', folder)).map((file) => file.replace('.json', '')) as Namespace[]
const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000]

function read(locale: Locale, namespace: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${locale}/${namespace}.json`, folder), 'utf8'))
}

function categoriesOf(locale: Locale): string[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories
}

function isPlural(english: Record<string, string>, key: string): boolean {
  return `${key}_one` in english && `${key}_other` in english
}

/** Returns the keys of a namespace without their plural suffixes. */
function keysOf(dictionary: Record<string, string>): string[] {
  const english = dictionary
  return [...new Set(Object.keys(english).map((key) => baseOf(key, english)))]
}

function baseOf(key: string, english: Record<string, string>): string {
  const base = key.replace(/_(one|other)$/, '')
  return isPlural(english, base) ? base : key
}

/** Returns the keys that a language needs: the English keys with its own plural suffixes. */
function expectedKeys(locale: Locale, namespace: Namespace): string[] {
  const english = read('en', namespace)
  return keysOf(english).flatMap((key) =>
    isPlural(english, key) ? categoriesOf(locale).map((category) => `${key}_${category}`) : [key],
  )
}

function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort()
}

describe.each(locales)('texts in %s', (locale) => {
  it('consist of the same files', () => {
    expect(readdirSync(new URL(`${locale}/`, folder)).sort()).toEqual(
      namespaces.map((name) => `${name}.json`).sort(),
    )
  })

  it.each(namespaces)('have exactly the English keys of %s', (namespace) => {
    expect(Object.keys(read(locale, namespace)).sort()).toEqual(expectedKeys(locale, namespace).sort())
  })

  it.each(namespaces)('use the placeholders of the English texts of %s', (namespace) => {
    const english = read('en', namespace)
    for (const [key, text] of Object.entries(read(locale, namespace))) {
      expect(text.trim(), key).not.toBe('')
      const base = key.replace(/_(zero|one|two|few|many|other)$/, '')
      const original = english[`${base}_other`] ?? english[key] ?? ''
      // A plural form for exactly zero, one or two can spell out the number.
      const optional = /_(zero|one|two)$/.test(key) ? ['count'] : []
      const missing = variablesIn(original).filter((name) => !variablesIn(text).includes(name))
      expect(
        missing.filter((name) => !optional.includes(name)),
        key,
      ).toEqual([])
      // Where 21 takes the form of 1, that form names the number.
      const allowed = key.endsWith('_one') ? [...variablesIn(original), 'count'] : variablesIn(original)
      expect(
        variablesIn(text).filter((name) => !allowed.includes(name)),
        key,
      ).toEqual([])
    }
  })

  it('match the output of i18next', async () => {
    const theirs = await i18nextFor(locale)
    const ours = textsOf(locale)
    for (const namespace of namespaces) {
      const english = read('en', namespace)
      for (const key of keysOf(english)) {
        for (const count of isPlural(english, key) ? counts : [undefined]) {
          const input = { ...values, ...(count === undefined ? {} : { count }) }
          const text = ours.of(namespace)(key as TextKey<typeof namespace>, input)
          expect(text.replace(/[\u2068\u2069]/g, ''), key).toBe(theirs.t(key, { ns: namespace, ...input }))
        }
      }
    }
  })
})

const values = {
  ...{ text: 'T', corrected: 'C', names: 'N', name: 'M', version: 'V', size: 'S', value: 'D', file: 'F' },
  ...{
    language: 'L',
    product: 'P',
    before: 'X',
    after: 'Y',
    number: 7,
    min: '1',
    max: '9',
    page: 'G',
    status: '404',
    date: 'A',
  },
  ...{ email: 'E', host: 'H', code: 'K', error: 'R' },
}

/** Configures i18next to format numbers in the language. */
async function i18nextFor(locale: Locale) {
  const format = (value: unknown) => (typeof value === 'number' ? formatsOf(locale).number(value) : value)
  const instance = createInstance().use({
    type: 'formatter',
    init() {},
    add() {},
    addCached() {},
    format,
  } as never)
  await instance.init({
    lng: locale,
    resources: { [locale]: Object.fromEntries(namespaces.map((name) => [name, read(locale, name)])) },
    keySeparator: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
  return instance
}

describe('source code', () => {
  const uses = usedKeys()

  it.each(namespaces)('uses every key of %s', (namespace) => {
    expect(keysOf(read('en', namespace)).filter((key) => !uses.has(key))).toEqual([])
  })

  it('contains no hard-coded sentences', () => {
    for (const [path, source] of sources()) {
      const found = source.match(/(?:aria-label|title|placeholder|alt)="[^"{]*[a-zA-Z]{3}[^"]*"/g) ?? []
      expect(found, path).toEqual([])
    }
  })
})

/** Returns all string literals that are keys. The compiler finds missing keys. */
function usedKeys(): Set<string> {
  // The command line has the same texts of problems, and of steps that the scan names.
  const shared = ['planning/src/problem-texts.ts', 'analysis/src/scan/paths/nouns.ts'].map((file) =>
    readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'),
  )
  const all = [...sources().values(), ...shared].join('\n')
  return new Set([...all.matchAll(/'([a-z][a-z0-9_]*)'/g)].map(([, key = '']) => key))
}

function sources(): Map<string, string> {
  const root = new URL('../../', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const ours = files.filter((file) => /\.tsx?$/.test(file) && !/\.test(-support)?\./.test(file))
  return new Map(ours.map((file) => [file, readFileSync(new URL(file, root), 'utf8')]))
}

/** Names and abbreviations that are the same in every language. */
const names = ['API', 'SHA-256']

/** Texts that are identical to English because the language uses the same word. */
const alike: Partial<Record<Locale, readonly string[]>> = {
  es: ['Beta', 'Error {{status}}', 'Experimental', 'Inpainting', 'Audio', 'Tokens', 'Webhooks'],
  fr: [
    ...[
      'Documentation',
      'Menu',
      'Page {{page}}',
      'Versions',
      'Version',
      'Description',
      'Licence',
      'Archive',
      'Photo',
      'Sessions',
      'Code',
    ],
    ...['Suggestions', '{{count}} suggestion', '{{count}} suggestions', 'Inpainting', 'Audio', 'Interface'],
    ...['Pack', 'Packs', 'pack', 'packs', '{{count}} pack', '{{count}} packs', 'Score'],
    ...[
      'Collections',
      'Destination',
      'Source',
      'Workflows',
      '{{count}} workflow',
      '{{count}} workflows',
      'Blueprint',
      'Alternatives',
      'Image',
      'versions',
      'Impact',
      'Action',
    ],
    ...[
      'Version',
      '{{count}} version',
      '{{count}} versions',
      'Description',
      'Actions',
      'Message',
      'Webhooks',
    ],
  ],
}

describe.each(locales.filter((locale) => locale !== 'en'))('texts in %s', (locale) => {
  it.each(namespaces)('of %s are translated', (namespace) => {
    const english = read('en', namespace)
    const allowed = [...names, ...(alike[locale] ?? [])]
    const same = Object.entries(read(locale, namespace)).filter(
      ([key, text]) => text === english[key] && hasWord(text) && !allowed.includes(text),
    )
    expect(same).toEqual([])
  })
})

/** Whether the text contains more than placeholders. */
function hasWord(text: string): boolean {
  return /\p{L}{2}/u.test(text.replace(/\{\{\w+\}\}/g, ''))
}
