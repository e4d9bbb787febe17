import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as calls from '../flow/call-tables.ts'
import { downloadCall, hubCall } from '../flow/python-names.ts'
import { findInterest } from './interest.ts'

const isFollowed = (text: string) => findInterest([{ path: 'a.py', text }]).files.length === 1

const known: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(Object.entries(calls).map(([name, { pattern }]) => [name, pattern])),
  hubCall,
  downloadCall,
}

describe('findInterest', () => {
  for (const [list, pattern] of Object.entries(known)) {
    it(`follows a file that only calls a name in ${list}`, () => {
      const names = examplesOf(pattern)
      for (const name of names) assert.match(name, pattern)
      assert.deepEqual(
        names.filter((name) => !isFollowed(`import ${name.split('.')[0] || 'x'}\n${name}(x)\n`)),
        [],
      )
    })
  }

  /**
   * Lists names that a pattern matches: each of its alternatives once, with the shortest form of optional and
   * repeated parts.
   */
  function examplesOf({ source }: RegExp): string[] {
    let at = 0
    const alternatives = (): string[] => {
      const all: string[] = []
      let texts = ['']
      while (at < source.length && source[at] !== ')') {
        if (source[at] === '|') {
          all.push(...texts)
          texts = ['']
          at++
        } else texts = together(texts, atom())
      }
      return [...all, ...texts]
    }
    const atom = (): string[] => {
      const letter = source.charAt(at++)
      let options = [letter]
      if (letter === '^' || letter === '$') options = ['']
      if (letter === '(') {
        if (source.startsWith('?:', at)) at += 2
        options = alternatives()
        at++
      } else if (letter === '[') {
        options = [source.charAt(at)]
        at = source.indexOf(']', at) + 1
      } else if (letter === '.') options = ['x']
      else if (letter === '\\') {
        const escaped = source.charAt(at++)
        options = [/[wS]/.test(escaped) ? 'x' : escaped === 'd' ? '2' : escaped === 'b' ? '' : escaped]
      }
      const [repetition = ''] = /^([?*+]|\{\d+,\d*\})/.exec(source.slice(at, at + 20)) ?? []
      const isOptional = /^([?*]|\{0)/.test(repetition)
      at += repetition.length
      return isOptional ? [''] : options
    }
    return [...new Set(alternatives())].filter((name) => name !== '')
  }

  /** Combines the texts with each option of the longer list at least once. */
  function together(texts: readonly string[], options: readonly string[]): string[] {
    return texts.flatMap((text) => options.map((option) => text + option))
  }

  const length = 1_000_000
  const filled = (part: string) => part.repeat(Math.ceil(length / part.length))
  const numbered = (line: (i: number) => string) =>
    Array.from({ length: length / 16 }, (_, i) => line(i)).join('')

  const hostile: Readonly<Record<string, string>> = {
    'one import of many names': `import ${filled('exec as a, ')}exec\n`,
    'many imports in a line': `${filled('import os; ')}x = exec\n`,
    'an import of many dots': `x = exec, "from ${filled('.')}"\n`,
    'blanks in an import': `import exec, a${filled(' ')}b\n`,
    'loops without an end': `x = exec, [${filled('for ')}]\n`,
    'a target of brackets': `${filled('[a')}x = exec\n`,
    'a long name': `x = (exec, ${filled('a')})\n`,
    'a long name that is called': `x = (exec, ${filled('subprocess.')})\n`,
    'open indexes': `x = exec, ${filled('subprocess[')}\n`,
    'signs before an assignment': `${filled('+')} a = exec\n`,
    'many walruses': `x = (${filled('(a:=')}exec)\n`,
    'many lists that are added to': `x = exec, ${filled('a[.append(')} exec\n`,
    'one function with many variables': `def f():\n${filled('  a = exec\n')}`,
    'many functions': `${filled('def f():\n  a = exec\n')}`,
    'names given to names': `a0 = exec\n${numbered((i) => `a${i + 1} = a${i}\n`)}`,
  }

  for (const [what, text] of Object.entries(hostile)) {
    it(`reads a file with ${what} in reasonable time`, () => assert.ok(isFollowed(text)))
  }

  it('follows all code when names are bound to names without end', () => {
    const body = `def f(x):\n    ${'pass\n    '.repeat(100)}return x\n`
    const chain = (count: number) => Array.from({ length: count }, (_, i) => `a${i + 1} = a${i}\n`).join('')
    const plainIn = (count: number) => {
      const text = `a0 = exec\n${chain(count)}${body}`
      const file = { path: 'a.py', text }
      return findInterest([file]).isPlain(file)(text.indexOf('def f'), text.length)
    }
    assert.equal(plainIn(10), true)
    assert.equal(plainIn(100), false)
  })

  it('follows a name that a file imports under two names', () => {
    const use = { path: 'b.py', text: 'from a import run as one\nfrom a import run as two\ndef f(x):\n' }
    use.text += `    ${'pass\n    '.repeat(100)}one(x)\n`
    const start = use.text.indexOf('def f')
    const { isPlain } = findInterest([{ path: 'a.py', text: 'run = exec\n' }, use])
    assert.equal(isPlain(use)(start, use.text.length), false)
  })
})
