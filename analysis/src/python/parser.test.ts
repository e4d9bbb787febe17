import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toGrammarText } from './parser.ts'

describe('toGrammarText', () => {
  it('replaces the brackets of a list as a match subject by parentheses, at the same positions', () => {
    const text = 'match [a, "]", [b]] : # note\n\n  case 1: pass\nmatch [c]: int\nx = 1\n'
    assert.equal(
      toGrammarText(text)?.text,
      'match (a, "]", [b]) : # note\n\n  case 1: pass\nmatch [c]: int\nx = 1\n',
    )
  })

  it('keeps a text without such a list', () => {
    for (const text of ['x = 1\n', 'match [a]\ncase\n', 're.match([a]): case\n', 'match [a]:\n#\n# case'])
      assert.equal(toGrammarText(text)?.text, text)
  })

  it('stops searching when the same characters would be read again and again', () => {
    const many = 'match [\n'.repeat(200)
    for (const text of [many.repeat(5), `${many}${']:\n#'.repeat(200)}${'#\n'.repeat(20_000)}`])
      assert.equal(toGrammarText(text), undefined)
    assert.ok(toGrammarText('match [a]:\n  case 1: pass\n'.repeat(1_000)))
  })
})
