import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startsProgram } from './flow/dangerous-python.ts'
import {
  decoders,
  downloadCall,
  hubCall,
  identityCall,
  networkCall,
  runsCode,
  runsFile,
  spyingCall,
  unpickles,
} from './flow/python-library.ts'
import { findInterest } from './interest.ts'
import { sends } from './rules/reach.ts'

const isFollowed = (text: string) => findInterest([{ path: 'a.py', text }]).files.length === 1

const known: Readonly<Record<string, RegExp>> = {
  startsProgram: startsProgram.pattern,
  runsCode: runsCode.pattern,
  runsFile: runsFile.pattern,
  unpickles: unpickles.pattern,
  sends: sends.pattern,
  networkCall,
  hubCall,
  downloadCall,
  decoders,
  identityCall,
  spyingCall,
}

for (const [list, pattern] of Object.entries(known)) {
  test(`a file that does nothing but call what ${list} names is followed`, () => {
    const names = examplesOf(pattern)
    for (const name of names) assert.match(name, pattern)
    assert.deepEqual(
      names.filter((name) => !isFollowed(`import ${name.split('.')[0] || 'x'}\n${name}(x)\n`)),
      [],
    )
  })
}

/** Names that a pattern describes: each of its alternatives once, the shortest of what may be repeated or left out. */
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
    const isOptional = /[?*]/.test(source.charAt(at))
    if (/[?*+]/.test(source.charAt(at))) at++
    return isOptional ? [''] : options
  }
  return [...new Set(alternatives())].filter((name) => name !== '')
}

/** Every option of the longer list at least once. */
function together(texts: readonly string[], options: readonly string[]): string[] {
  return texts.flatMap((text) => options.map((option) => text + option))
}
