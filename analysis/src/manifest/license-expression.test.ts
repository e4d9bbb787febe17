import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allowsCopies, commercialUse, licenseChoices, licenseExpression } from './license-expression.ts'

/** The expression, the licenses to choose from, commercial use, and whether copies may be shown. */
const cases: [string, string[], 'allowed' | 'forbidden' | undefined, boolean][] = [
  ['MIT', ['MIT'], 'allowed', true],
  ['MIT OR GPL-3.0-only', ['MIT', 'GPL-3.0'], 'allowed', true],
  ['MIT AND CC-BY-NC-4.0', ['CC-BY-NC-4.0 AND MIT'], 'forbidden', false],
  ['MIT OR CC-BY-NC-4.0', ['MIT', 'CC-BY-NC-4.0'], 'allowed', true],
  [
    '(MIT OR Apache-2.0) AND CC-BY-NC-4.0',
    ['CC-BY-NC-4.0 AND MIT', 'Apache-2.0 AND CC-BY-NC-4.0'],
    'forbidden',
    false,
  ],
  [
    'GPL-3.0-or-later WITH Classpath-exception-2.0',
    ['GPL-3.0 WITH Classpath-exception-2.0'],
    'allowed',
    true,
  ],
  ['LicenseRef-Own', ['LicenseRef-Own'], undefined, false],
  ['LicenseRef-Own AND CC-BY-NC-4.0', ['CC-BY-NC-4.0 AND LicenseRef-Own'], 'forbidden', false],
  ['LicenseRef-Own AND MIT', ['LicenseRef-Own AND MIT'], undefined, false],
  ['LicenseRef-Own OR MIT', ['LicenseRef-Own', 'MIT'], 'allowed', true],
  ['GPL-2.0+', ['GPL-2.0'], 'allowed', true],
  ['CC-BY-NC-ND-4.0', ['CC-BY-NC-ND-4.0'], 'forbidden', false],
]

describe('a license expression', () => {
  for (const [text, choices, use, copies] of cases)
    it(`tells what ${text} allows`, () => {
      assert.equal(licenseExpression(text), text)
      assert.deepEqual(
        [licenseChoices(text), commercialUse(text), allowsCopies(text)],
        [choices, use, copies],
      )
    })

  it('has the spelling of the SPDX list in any letter case', () => {
    assert.equal(licenseExpression(' mit or  APACHE-2.0 '), 'MIT OR Apache-2.0')
  })

  it('is no other text', () => {
    for (const text of ['', 'MIT License', 'MIT AND', 'Own-1.0', '(MIT', 'MIT WITH MIT', 'x'.repeat(10_000)])
      assert.equal(licenseExpression(text), undefined, text)
  })
})
