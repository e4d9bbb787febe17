import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeVersion } from './number.ts'

test('one to three numbers, with or without a v, become three', () => {
  assert.equal(normalizeVersion('1.2.3'), '1.2.3')
  assert.equal(normalizeVersion('1'), '1.0.0')
  assert.equal(normalizeVersion('v1.2'), '1.2.0')
  assert.equal(normalizeVersion(' V10.0.7 '), '10.0.7')
  assert.equal(normalizeVersion('0.0.999999999'), '0.0.999999999')
})

test('what clients cannot read back is no version', () => {
  const refused = ['', 'v', 'nightly', '1.2.3.4', '1.0.0-beta', '1.0.0rc1', '1.0.0+build', '01.2.3', '1.2.03']
  const others = ['1.2.1000000000', '-1.0.0', '1..2', '1.2.', '१.2.3', '1.2.3\n4', '0x1', '1e3', 'deadbeef']
  for (const text of [...refused, ...others]) assert.equal(normalizeVersion(text), undefined, text)
})
