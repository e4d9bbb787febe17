import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { locales } from '@nodeyard/contract/ground'
import { commands } from '../program.ts'
import { Terminal } from '../run.test-support.ts'
import { loadTexts, localeOf, sizeText } from './texts.ts'

const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `locales/${locale}.json`), 'utf8'))
const english = read('en')
const placeholders = (text = '') => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()

describe('the texts of the command line', () => {
  for (const locale of locales.filter((one) => one !== 'en'))
    it(`are complete in ${locale}, with the same placeholders`, () => {
      const own = read(locale)
      const wanted = Object.keys(english).filter((key) => !key.endsWith('_one') || Object.hasOwn(own, key))
      assert.deepEqual(Object.keys(own), wanted)
      for (const [key, text] of Object.entries(own))
        assert.deepEqual(placeholders(text), placeholders(english[key]), key)
    })

  it('choose plural forms and format numbers', async () => {
    const [en, fr] = [await loadTexts('en'), await loadTexts('fr')]
    assert.deepEqual([en('bytes', { count: 1 }), en('bytes', { count: 1200 })], ['1 byte', '1,200 bytes'])
    assert.equal(fr('bytes', { count: 2 }), '2 octets')
    const sizes = [999, 1000, 32_240, 999_960, 1.2e12]
    assert.deepEqual(
      sizes.map((size) => sizeText(en, size)),
      ['999 bytes', '1 kB', '32.2 kB', '1 MB', '1,200 GB'],
    )
    assert.equal(sizeText(await loadTexts('ru'), 32_240), '32,2 кБ')
  })

  it('follow the wish of the user, then the system', () => {
    const env = { LANG: 'fr_FR.UTF-8' }
    assert.deepEqual(
      [localeOf('ja', env), localeOf(undefined, env), localeOf(undefined, { LANG: 'C' }), localeOf('xx', {})],
      ['ja', 'fr', 'en', 'en'],
    )
    assert.equal(localeOf(undefined, { ...env, NODEYARD_LANG: 'zh-CN' }), 'zh')
  })

  it('help with every command in every language', async () => {
    const terminal = new Terminal()
    for (const locale of locales)
      for (const { name } of commands)
        assert.match(await terminal.succeed(name, '--help', '--lang', locale), /--lang/)
  })
})
