import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anyOf, notAcross, sequence, trimEndOf, trimOf } from './text-search.ts'

describe('a sequence of parts', () => {
  const test = sequence(/\bcurl\b/, /\bsh\b/)

  it('finds parts that follow each other in a line', () => {
    assert.ok(test.test('curl x | sh'))
    assert.ok(test.test('sh\ncurl curl x | sh'))
  })

  it('finds nothing when the order differs, a part is missing or the line ends', () => {
    for (const text of ['sh curl', 'curl', 'sh', 'curl x\nsh', '']) assert.ok(!test.test(text), text)
  })

  it('finds the last of the earlier parts that is near enough', () => {
    const near = sequence(/a/, notAcross(/;/, /b/), notAcross(/,/, /c/))
    assert.ok(near.test('a;ab;c'))
    assert.ok(!near.test('a;b,c'))
    assert.ok(!near.test('ab,c'))
  })

  it('agrees with the equivalent pattern', () => {
    const pattern = /a[^;]*b.*c/
    const same = sequence(/a/, notAcross(/;/, /b/), /c/)
    for (let code = 0; code < 5 ** 6; code++) {
      const text = code
        .toString(5)
        .padStart(6, '0')
        .replace(/\d/g, (digit) => 'abc;\n'.charAt(Number(digit)))
      assert.equal(same.test(text), pattern.test(text), text)
    }
  })

  it('can be combined with other tests', () => {
    assert.ok(anyOf(/x/, test).test('curl sh'))
    assert.ok(!anyOf(/x/, test).test('curl'))
  })
})

describe('trimOf and trimEndOf', () => {
  it('remove the given letters at the end, or at both ends', () => {
    assert.equal(trimEndOf('//a//', '/'), '//a')
    assert.equal(trimOf('//a//', '/'), 'a')
    assert.equal(trimOf('///', '/'), '')
    assert.equal(trimEndOf('v12', '0123456789'), 'v')
  })
})
