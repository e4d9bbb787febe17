import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { locales } from '@nodeyard/contract/ground'
import { letters } from './letter-names.ts'
import { mailOf } from './mail-of.ts'
import { texts } from './texts.ts'

describe('mail texts', () => {
  it('have the same placeholders in every language', () => {
    for (const locale of locales) {
      for (const letter of letters) {
        const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
        assert.deepEqual(slots(texts[locale][letter]), slots(texts.en[letter]), `${locale} ${letter}`)
      }
      const site = { siteUrl: 'https://site.test', productName: 'Nodeyard' }
      const facts = { node: 'blur', version: '1.0.0', path: '/nodes/blur', count: '2' }
      const { text } = mailOf(site, {
        to: 'a@example.test',
        locale,
        lines: [{ letter: 'version-flagged', kind: 'review', facts }],
      })
      assert.doesNotMatch(text, /[{}]|undefined/)
    }
  })
})
