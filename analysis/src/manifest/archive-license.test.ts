import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import texts from 'spdx-license-list/spdx-full.json' with { type: 'json' }
import { filesOfRecord } from '../archive/pack-files.ts'
import { archiveLicense, type LicenseValues } from './archive-license.ts'
import { readManifest } from './read.ts'

const textOf = (id: string) => (texts as Record<string, { licenseText: string }>)[id]?.licenseText ?? ''
const mit = textOf('MIT').replace('<year> <copyright holders>', '2026 Acme')
const gpl = textOf('GPL-3.0-only')
const licenseOf = (files: Record<string, string>, license: string, more: Partial<LicenseValues> = {}) =>
  archiveLicense(filesOfRecord(files), { license, ...more })

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
    assert.equal(await licenseOf({}, JSON.stringify({ text: mit })), 'MIT')
    assert.equal(
      await licenseOf({}, '{"text":"The Acme License, with blue ribbons"}'),
      'The Acme License, with blue ribbons',
    )
  })

  it('is a name that replaces a file', async () => {
    assert.equal(await licenseOf({}, '{"file":"MIT License"}'), 'MIT')
  })

  it('comes from a usual license file when the project file names none, or a missing one', async () => {
    assert.equal(await licenseOf({ 'LICENSE-MIT.md': mit }, '{}'), 'MIT')
    assert.equal(await licenseOf({ licence: gpl }, '{"file":"LEGAL"}'), 'GPL-3.0')
  })

  it('comes from classifiers and license files of the project file', async () => {
    const manifestOf = (lines: string) =>
      readManifest(new TextEncoder().encode(`[project]\n${lines}`)).manifest
    const one = 'classifiers = ["License :: OSI Approved :: GNU General Public License v3 (GPLv3)"]'
    assert.equal(await archiveLicense(filesOfRecord({}), manifestOf(one) ?? { license: '{}' }), 'GPL-3.0')
    const two =
      'classifiers = ["License :: OSI Approved :: MIT License", "License :: OSI Approved :: ISC License (ISCL)"]'
    assert.equal(manifestOf(two)?.license_classifier, undefined)
    const unknown =
      'classifiers = ["License :: OSI Approved :: MIT License", "License :: Other/Proprietary License"]'
    assert.equal(manifestOf(unknown)?.license_classifier, undefined)
    const listed = manifestOf('license-files = ["legal/NOTICE.txt"]') ?? { license: '{}' }
    assert.equal(
      await archiveLicense(filesOfRecord({ 'legal/NOTICE.txt': mit, LICENSE: gpl }), listed),
      'MIT',
    )
  })

  it('is not a line that says only that a license follows', async () => {
    assert.equal(await licenseOf({ LICENSE: '# License\n\nThe Acme terms' }, '{}'), 'The Acme terms')
  })

  it('is the one of the SPDX list whose text it is', async () => {
    for (const id of [
      'MIT',
      'MIT-0',
      'Apache-2.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'ISC',
      'CC-BY-4.0',
      'CC-BY-SA-4.0',
      'CC-BY-NC-4.0',
      'CC-BY-NC-SA-4.0',
      'CC0-1.0',
      'MPL-2.0',
      'Unlicense',
    ])
      assert.equal(await licenseOf({ LICENSE: textOf(id) }, '{}'), id)
    for (const id of ['GPL-2.0', 'GPL-3.0', 'AGPL-3.0', 'LGPL-2.1', 'LGPL-3.0'])
      assert.equal(await licenseOf({ LICENSE: textOf(`${id}-only`) }, '{}'), id)
  })

  it('is none of the list if a text restricts it, or has another one', async () => {
    const restricted = [
      `${mit}\nCommons Clause: the license does not grant the right to sell the software.`,
      `The use of this work for a commercial service is prohibited.\n\n${gpl}`,
      `${mit}\n\n${textOf('Apache-2.0')}`,
    ]
    for (const text of restricted) {
      const found = await licenseOf({ LICENSE: text }, '{}')
      assert.ok(!['MIT', 'GPL-3.0', 'Apache-2.0'].includes(found ?? ''), found)
    }
  })

  it('is a whole expression of several licenses', async () => {
    for (const [stated, name] of [
      ['MIT AND CC-BY-NC-4.0', 'MIT AND CC-BY-NC-4.0'],
      ['MIT or apache-2.0', 'MIT OR Apache-2.0'],
      ['GPL-3.0-or-later WITH Classpath-exception-2.0', 'GPL-3.0-or-later WITH Classpath-exception-2.0'],
      ['(MIT OR LicenseRef-Own) AND BSD-3-Clause', '(MIT OR LicenseRef-Own) AND BSD-3-Clause'],
      ['CC-BY-NC-SA-4.0', 'CC-BY-NC-SA-4.0'],
      ['CC BY-NC 4.0', 'CC-BY-NC-4.0'],
      ['MIT License', 'MIT'],
      ['Apache License 2.0', 'Apache-2.0'],
      ['GPLv3', 'GPL-3.0'],
      ['GNU General Public License v3.0', 'GPL-3.0'],
      ['Not MIT', 'Not MIT'],
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
