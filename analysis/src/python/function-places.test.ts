import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node, Tree } from 'web-tree-sitter'
import { readOutline } from './function-places.ts'
import { testParser } from './parser.test-support.ts'
import { type GrammarText, parseFunction, parsePython, toGrammarText } from './parser.ts'

const parser = await testParser()

const text = `"""def none(): of the documentation
"""
import os

async def first(a, b: dict[str, int] = {1: 2}) -> list[
    str
]:  # a comment: with a colon
    """Says what
def it does(): is written here
"""
    if a: return f"{a['x']:>10} {a:{b}>{b}} {b[1:] if b else f'{a}-{b}'} {b!r} {{}}" \\
        'more'
    # the last line

@decorated
def one(): return 1

class Thing:
    def method(self):
        def inner():
            return r'\\'' "\\""

        return inner

    lines = [
def_ for def_ in range(3)
]
    def last(self):
        pass  # no line break follows`

describe('readOutline', () => {
  it('finds the same functions as the parser, without parsing', () => {
    const found = readOutline(text)?.functions.map(({ start, end }) => text.slice(start, end))
    assert.deepEqual(
      found?.map((one) => one.split(/\s|\(/).slice(0, 3).join(' ').trim()),
      ['async def first', 'def method self):', 'def inner ):', 'def last self):'],
    )
    const parsed = parse(text).rootNode.descendantsOfType('function_definition')
    const inLines = parsed.filter((node) => node?.startPosition.row !== node?.endPosition.row)
    assert.deepEqual(
      found?.map((one) => one.trimEnd()),
      inLines.map((node) => node?.text.replace(/\s*#[^\n]*$/, '')),
    )
  })

  it('parses everything else at its position when function bodies are left out', () => {
    const places =
      readOutline(text)?.functions.filter(({ start }) => !/^def inner/.test(text.slice(start))) ?? []
    const partial = parsePython(parser, grammarText(text), places)
    assert.ok(partial)
    assert.equal(partial.rootNode.hasError, false)
    assert.deepEqual(outline(partial.rootNode), outline(parse(text).rootNode))
  })

  it('parses one function separately, with its line numbers in the file', () => {
    const [place] =
      readOutline(text)?.functions.filter(({ start }) => text.startsWith('def method', start)) ?? []
    assert.ok(place)
    const node = parseFunction(parser, grammarText(text), place)?.rootNode.namedChild(0)
    assert.equal(node?.startIndex, place.start)
    assert.equal(node?.startPosition.row, text.slice(0, place.start).split('\n').length - 1)
    assert.equal(node?.text, text.slice(place.start, place.end))
  })

  it('removes comments and documentation from the code, but not strings that are used', () => {
    const source = `"""what it does"""\nx = "# kept"  # a note\ndef f():\n    r'it\\'s'  # said\n    g(\n"kept"\n)\n    f"{kept}"\n    "kept" + x\n`
    const code = readOutline(source)?.code ?? ''
    assert.equal(code.length, source.length)
    assert.deepEqual(
      code.split('\n').map((line) => line.trimEnd()),
      ['', 'x = "# kept"', 'def f():', '', '    g(', '"kept"', ')', '    f"{kept}"', '    "kept" + x', ''],
    )
  })

  for (const [what, unclear] of [
    ['quotes of the same kind inside of a format', 'def f(a):\n    return f"{a["x"]}"\n'],
    ['a quote in the format of a field', 'def f(a):\n    return f"{a:\'^3}"\n'],
    ['a bracket in the format of a field', 'def f(a):\n    return f"{a:(^3}"\n'],
    ['an escaped brace in a format', 'def f(a):\n    return f"\\{a}"\n'],
    ['blanks and tabs in one file', 'def f(a):\n    pass\ndef g(a):\n\tpass\n'],
    ['a form feed', 'def f(a):\n    pass\n\f\n'],
    ['a text that does not end', 'def f(a):\n    return "a\n'],
    ['a bracket too many', 'def f(a):\n    return a)\n'],
    ['a function without a body', 'def f(a):\nx = 1\n'],
    ['a null character', 'def f(a):\n    return "\0"\n'],
  ] as const)
    it(`leaves a text with ${what} to the parser`, () => assert.equal(readOutline(unclear), undefined))
})

function grammarText(source: string): GrammarText {
  const made = toGrammarText(source)
  assert.ok(made)
  return made
}

function parse(source: string): Tree {
  const tree = parsePython(parser, grammarText(source))
  assert.ok(tree)
  return tree
}

/** Returns everything except function bodies. */
function outline(node: Node): unknown[] {
  return node.namedChildren.flatMap((child) => {
    if (!child || child.type === 'comment') return []
    const isBody = node.type === 'function_definition' && child.type === 'block'
    return isBody ? [] : [child.type, child.startIndex, ...outline(child)]
  })
}
