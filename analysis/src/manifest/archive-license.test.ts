import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../archive/pack-files.ts'
import { archiveLicense } from './archive-license.ts'

const mit = 'MIT License\n\nCopyright (c) 2026 Acme\n\nPermission is hereby granted, free of charge'
const gpl = `${' '.repeat(20)}GNU GENERAL PUBLIC LICENSE\n${' '.repeat(23)}Version 3, 29 June 2007\n`
const licenseOf = (files: Record<string, string>, stated: string) =>
  archiveLicense(filesOfRecord(files), stated)

describe('the license of a pack', () => {
  it('is read from the file that the project file points to', async () => {
    assert.equal(await licenseOf({ LICENSE: mit }, '{"file":"LICENSE"}'), 'MIT')
    assert.equal(await licenseOf({ 'LICENSE.txt': gpl, LICENSE: mit }, '{"file":"./license.TXT"}'), 'GPL-3.0')
    assert.equal(await licenseOf({ 'legal/COPYING': gpl }, '{"file":"legal/COPYING"}'), 'GPL-3.0')
  })

  it('is read from a file whose name is given instead of a text', async () => {
    assert.equal(await licenseOf({ LICENSE: mit }, '{"text":"LICENSE"}'), 'MIT')
  })

  it('is the text in the project file', async () => {
    assert.equal(await licenseOf({ LICENSE: gpl }, '{"text":"MIT"}'), 'MIT')
    assert.equal(
      await licenseOf({}, '{"text":"The Acme License, with blue ribbons"}'),
      'The Acme License, with blue ribbons',
    )
  })

  it('comes from a usual license file when the project file names none, or a missing one', async () => {
    assert.equal(await licenseOf({ 'LICENSE-MIT.md': mit }, '{}'), 'MIT')
    assert.equal(await licenseOf({ licence: gpl }, '{"file":"LEGAL"}'), 'GPL-3.0')
  })

  it('is in the usual file when the named one has another ending', async () => {
    assert.equal(await licenseOf({ 'LICENSE.md': mit }, '{"text":"LICENSE"}'), 'MIT')
  })

  it('is not a line that says only that a license follows', async () => {
    assert.equal(await licenseOf({ LICENSE: '# License\n\nThe Acme terms' }, '{}'), 'The Acme terms')
  })

  it('is recognized by the title of its text', async () => {
    for (const [text, name] of [
      ['Attribution-NonCommercial-ShareAlike 4.0 International', 'CC-BY-NC-SA'],
      ['## Creative Commons Attribution-NonCommercial 4.0 International Public License', 'CC-BY-NC'],
      ['Creative Commons Attribution 4.0 International', 'CC-BY'],
    ])
      assert.equal(await licenseOf({ LICENSE: text ?? '' }, '{}'), name)
  })

  it('is a whole expression of several licenses', async () => {
    for (const [stated, name] of [
      ['MIT AND CC-BY-NC-4.0', 'MIT AND CC-BY-NC-4.0'],
      ['MIT or Apache-2.0', 'MIT OR Apache-2.0'],
      ['GPL-3.0-or-later WITH Classpath-exception-2.0', 'GPL-3.0-or-later WITH Classpath-exception-2.0'],
      ['(MIT OR LicenseRef-Own) AND BSD-3-Clause', '(MIT OR LicenseRef-Own) AND BSD-3-Clause'],
      ['CC-BY-NC-SA-4.0', 'CC-BY-NC-SA-4.0'],
      ['MIT License', 'MIT'],
      ['Apache License 2.0', 'Apache-2.0'],
    ])
      assert.equal(await licenseOf({}, JSON.stringify({ text: stated })), name)
  })

  it('is the first line of an unknown license', async () => {
    assert.equal(
      await licenseOf({ LICENSE: `\n# ${'Acme '.repeat(30)}\n` }, '{}'),
      `# ${'Acme '.repeat(30)}`.slice(0, 60).trimEnd(),
    )
  })

  it('is undefined when there is none', async () => {
    assert.equal(await licenseOf({ 'licenses.py': mit }, '{}'), undefined)
    assert.equal(await licenseOf({ LICENSE: '\n\n' }, '{"file":"LICENSE"}'), undefined)
  })
})
