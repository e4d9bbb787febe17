import { expect, test } from 'vitest'
import { licenceName, licenceOf, parseLicence } from './licence.ts'

test.each([
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
])('reads %j', (sent, licence) => {
  expect(parseLicence(sent)).toEqual(licence)
})

test.each([
  ['{"file": "LICENSE"}', 'MIT', { kind: 'text', text: 'MIT' }],
  ['{"text": "LICENSE"}', 'MIT', { kind: 'text', text: 'MIT' }],
  ['{}', 'GPL-3.0', { kind: 'text', text: 'GPL-3.0' }],
  ['{"text": "Apache-2.0"}', 'MIT', { kind: 'text', text: 'Apache-2.0' }],
  ['{"file": "LICENSE"}', undefined, { kind: 'file', file: 'LICENSE' }],
  [undefined, undefined, { kind: 'none' }],
])('shows of %j and %j in the archive what says most', (sent, inArchive, licence) => {
  expect(licenceOf(sent, inArchive)).toEqual(licence)
})

test('a whole licence text is named by how it begins', () => {
  expect(licenceName('MIT License\n\nPermission is hereby granted')).toBe('MIT License')
  expect(licenceName('x'.repeat(80))).toBe(`${'x'.repeat(60)}…`)
})
