import { describe, expect, it } from 'vitest'
import { licenceName, licenceOf, parseLicence } from './licence.ts'

describe('license of a node', () => {
  it.each([
    ['{"file": "LICENSE"}', { kind: 'file', file: 'LICENSE' }],
    ['{"text": "MIT"}', { kind: 'text', text: 'MIT' }],
    ['{"text": "", "file": "COPYING"}', { kind: 'file', file: 'COPYING' }],
    ['{}', { kind: 'none' }],
    ['{"text": 5}', { kind: 'none' }],
    ['MIT', { kind: 'text', text: 'MIT' }],
    ['  Apache-2.0\n', { kind: 'text', text: 'Apache-2.0' }],
    ['{broken', { kind: 'text', text: '{broken' }],
    ['', { kind: 'none' }],
    [undefined, { kind: 'none' }],
  ])('parses %j', (sent, licence) => {
    expect(parseLicence(sent)).toEqual(licence)
  })

  it.each([
    ['{"file": "LICENSE"}', 'MIT', 'MIT'],
    ['{"text": "LICENSE"}', 'MIT', 'MIT'],
    ['{}', 'GPL-3.0', 'GPL-3.0'],
    ['{"text": "Apache-2.0"}', 'MIT', 'Apache-2.0'],
    ['{"file": "LICENSE"}', undefined, undefined],
    ['{"text": "LICENSE"}', undefined, undefined],
    [undefined, undefined, undefined],
  ])('prefers the more specific license of %j and %j in the archive', (sent, inArchive, licence) => {
    expect(licenceOf(sent, inArchive)).toEqual(licence)
  })

  it('names a full license text by its beginning', () => {
    expect(licenceName('MIT License\n\nPermission is hereby granted')).toBe('MIT License')
    expect(licenceName('x'.repeat(80))).toBe(`${'x'.repeat(60)}…`)
  })
})
