import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeAt, fromBase32, stepOf, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('a TOTP code', () => {
  it('matches the test vectors of RFC 6238', () => {
    // The vectors of appendix B have eight digits; these are the last six.
    const known: [number, string][] = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ]
    for (const [seconds, code] of known) assert.equal(codeAt(secret, Math.floor(seconds / 30)), code)
  })

  it('accepts a code one step before and after its own', () => {
    const at = (seconds: number) => stepOf(secret, '287082', new Date(seconds * 1000))
    assert.deepEqual([at(30), at(59), at(89), at(90)], [1, 1, 1, undefined])
    assert.equal(stepOf(secret, '', new Date(59_000)), undefined)
    assert.equal(stepOf(secret, '２８７０８２', new Date(59_000)), undefined)
  })

  it('encodes and decodes a secret', () => {
    assert.equal(toBase32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    assert.deepEqual(fromBase32('gezd gnbv gy3t qojq gezd gnbv gy3t qojq'), secret)
  })
})
