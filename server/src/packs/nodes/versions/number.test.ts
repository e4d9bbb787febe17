import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isHigher, normalizeVersion } from './number.ts'

describe('version numbers', () => {
  it('completes one to three numbers, with or without a v, to three', () => {
    assert.equal(normalizeVersion('1.2.3'), '1.2.3')
    assert.equal(normalizeVersion('1'), '1.0.0')
    assert.equal(normalizeVersion('v1.2'), '1.2.0')
    assert.equal(normalizeVersion(' V10.0.7 '), '10.0.7')
    assert.equal(normalizeVersion('1.0.2508161414'), '1.0.2508161414')
    assert.equal(normalizeVersion('9007199254740991.0.1'), '9007199254740991.0.1')
  })

  it('refuses versions that clients cannot read back', () => {
    const refused = [
      '',
      'v',
      'nightly',
      '1.2.3.4',
      '1.0.0-beta',
      '1.0.0rc1',
      '1.0.0+build',
      '01.2.3',
      '1.2.03',
    ]
    const beyond = [
      '1.2.9007199254740992',
      '9007199254740992.0.0',
      '1.9999999999999999.0',
      '1.0.20250816141400000000',
    ]
    const others = ['-1.0.0', '1..2', '1.2.', '१.2.3', '1.2.3\n4', '0x1', '1e3', 'deadbeef']
    for (const text of [...refused, ...beyond, ...others])
      assert.equal(normalizeVersion(text), undefined, text)
  })

  it('compares versions by number, with any number of digits per part', () => {
    const ascending = [
      '0.9.9',
      '1.0.9',
      '1.0.10',
      '1.0.999999999',
      '1.0.1000000000',
      '1.0.2508161414',
      '1.0.9007199254740990',
    ]
    ascending.push('1.0.9007199254740991', '1.1.0', '2508161414.0.0')
    for (const [place, version] of ascending.entries()) {
      for (const [other, otherVersion] of ascending.entries())
        assert.equal(isHigher(version, otherVersion), place > other, `${version} and ${otherVersion}`)
    }
  })
})
