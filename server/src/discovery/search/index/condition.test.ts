import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoted } from '../document.ts'
import { lexemeOf, type Parsed, parseCondition } from './condition.ts'

/** With every combination in brackets. */
function textOf(parsed: Parsed): string {
  if (parsed.kind === 'word') return `${parsed.lexeme}${parsed.isBeginning ? '*' : ''}${parsed.weights || ''}`
  const sign = { all: '&', any: '|', together: '0' }[parsed.kind]
  return `(${parsed.of.map(textOf).join(sign)})`
}

const read = (text: string) => textOf(parseCondition(text))

test('a condition is read with the precedence that the database gives it', () => {
  assert.equal(read("'a' | 'b':* & 'c':A <0> 'd':*AB"), '(a|(b*&(c80d*12)))')
  assert.equal(read("('a' | 'b') & ('c':D)"), '((a|b)&c1)')
})

test('a word may hold any letters', () => {
  for (const word of ["it's", 'back\\slash', '#t(a | b)', '放大', "'", '\\']) {
    assert.deepEqual(parseCondition(`${quoted(word)} & 'x'`), {
      kind: 'all',
      of: [
        { kind: 'word', number: 0, lexeme: lexemeOf(word), isBeginning: false, weights: 0 },
        { kind: 'word', number: 1, lexeme: 'x', isBeginning: false, weights: 0 },
      ],
    })
  }
})

test('what is no condition is refused', () => {
  for (const text of ['', "'a' &", "('a'", "'a')", "'a' 'b'", 'a', "!'a'"])
    assert.throws(() => parseCondition(text), /cannot be read/, text)
})
