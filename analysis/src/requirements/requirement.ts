import { defined } from '../ground/defined.ts'
import {
  type Comparison,
  type Marker,
  type MarkerOperator,
  type MarkerVariable,
  markerVariables,
  normalName,
  type Operand,
} from './marker.ts'
import { operators, rangeOf, type Specifier } from './ranges.ts'

/** A parsed requirement line. Source: PEP 508. */
export interface Requirement {
  /** In its normal form (PEP 503). */
  name: string
  extras: string[]
  specifiers: Specifier[]
  /** Where the package comes from, instead of a version. */
  url?: string
  marker?: Marker
}

export type ReadRequirement = { requirement: Requirement } | { problem: string }

/** Longer lines are refused. The longest seen in published metadata have some 700 characters. */
export const maxRequirementLength = 4000
/** Open brackets of a condition. */
const maxMarkerDepth = 50

/** Not an error, whose stack would take most of the time for unreadable lines. */
class SyntaxFault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** Reads a requirement. Takes time linear in its length. */
export function readRequirement(text: string): ReadRequirement {
  if (text.length > maxRequirementLength)
    return { problem: `It has more than ${maxRequirementLength} characters.` }
  try {
    return { requirement: new Reader(text).requirement() }
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    return { problem: error.message }
  }
}

const nameForm = /[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?/y
const blanks = /[ \t]*/y
const versionForm = /[\w.*+!-]+/y
const anyVersionForm = /[^,;\s)]+/y
const urlForm = /\S+/y
const wordForm = /[a-z_.]+/y

const oldNames: Record<string, MarkerVariable> = {
  'os.name': 'os_name',
  'sys.platform': 'sys_platform',
  'platform.version': 'platform_version',
  'platform.machine': 'platform_machine',
  'platform.python_implementation': 'platform_python_implementation',
  python_implementation: 'platform_python_implementation',
}
const variables = new Set<string>(markerVariables)

class Reader {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }

  requirement(): Requirement {
    this.#skip()
    const name = normalName(this.#need(nameForm, 'a package name'))
    const extras = this.#extras()
    const url = this.#take('@') ? this.#url() : undefined
    const specifiers = url === undefined ? this.#specifiers() : []
    const marker = this.#take(';') ? this.#marker() : undefined
    if (this.#at < this.#text.length) this.#fail('the end of the requirement')
    return { name, extras, specifiers, ...defined({ url: url || undefined, marker: marker || undefined }) }
  }

  #extras(): string[] {
    if (!this.#take('[')) return []
    const extras = new Set<string>()
    while (!this.#take(']')) {
      if (extras.size > 0 && !this.#take(',')) this.#fail('a comma or ]')
      extras.add(normalName(this.#need(nameForm, 'the name of an extra')))
    }
    return [...extras].sort()
  }

  /** A semicolon belongs to the address unless a blank precedes it. */
  #url(): string {
    return this.#need(urlForm, 'an address')
  }

  #specifiers(): Specifier[] {
    const isInBrackets = this.#take('(')
    const specifiers: Specifier[] = []
    for (;;) {
      const operator = operators.find((one) => this.#take(one))
      if (!operator) {
        // A comma may be left over at the end, which installers accept.
        if (!isInBrackets || this.#take(')')) return specifiers
        this.#fail('a comparison of versions')
      }
      const form = operator === '===' ? anyVersionForm : versionForm
      const specifier = { operator, version: this.#need(form, 'a version') }
      if (!rangeOf(specifier)) this.#fail('a valid version', specifier.version.length)
      specifiers.push(specifier)
      if (this.#take(',')) continue
      if (isInBrackets && !this.#take(')')) this.#fail('a comma or )')
      return specifiers
    }
  }

  /** Builds reverse Polish notation with a stack of operators. */
  #marker(): Marker {
    const output: (Comparison | 'and' | 'or')[] = []
    const open: ('and' | 'or' | '(')[] = []
    let depth = 0
    for (;;) {
      while (this.#take('(')) {
        if (++depth > maxMarkerDepth) this.#fail(`at most ${maxMarkerDepth} open brackets`)
        open.push('(')
      }
      output.push(this.#comparison())
      while (this.#take(')')) {
        let last = open.pop()
        for (; last !== undefined && last !== '('; last = open.pop()) output.push(last)
        if (last === undefined) this.#fail('no closing bracket', 1)
        depth--
      }
      const word = this.#match(wordForm)
      if (word !== 'and' && word !== 'or') {
        if (word !== undefined || depth > 0) this.#fail('`and` or `or`', word?.length)
        return [...output, ...(open.reverse() as ('and' | 'or')[])]
      }
      while (open.at(-1) === 'and' || (word === 'or' && open.at(-1) === 'or'))
        output.push(open.pop() as 'and' | 'or')
      open.push(word)
    }
  }

  #comparison(): Comparison {
    const left = this.#operand()
    const operator = this.#operator()
    return { left, operator, right: this.#operand() }
  }

  #operand(): Operand {
    const quote = this.#take('"') ? '"' : this.#take("'") ? "'" : undefined
    if (quote === undefined) {
      const word = this.#need(wordForm, 'a variable or a text in quotes')
      const variable = oldNames[word] ?? word
      if (!isVariable(variable)) this.#fail('a variable of PEP 508', word.length)
      return { variable }
    }
    // A blank directly after the quote was skipped with it.
    const start = this.#text.lastIndexOf(quote, this.#at - 1) + 1
    const end = this.#text.indexOf(quote, start)
    if (end < 0) this.#fail('a closing quote')
    this.#at = end + 1
    this.#skip()
    return { text: this.#text.slice(start, end) }
  }

  #operator(): MarkerOperator {
    const sign = operators.find((one) => this.#take(one))
    if (sign) return sign
    const word = this.#need(wordForm, 'a comparison')
    if (word === 'in') return 'in'
    if (word === 'not' && this.#match(wordForm) === 'in') return 'not in'
    return this.#fail('a comparison')
  }

  #take(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    this.#skip()
    return true
  }

  #match(form: RegExp): string | undefined {
    form.lastIndex = this.#at
    const [found] = form.exec(this.#text) ?? []
    if (found === undefined) return undefined
    this.#at += found.length
    this.#skip()
    return found
  }

  #need(form: RegExp, what: string): string {
    return this.#match(form) ?? this.#fail(what)
  }

  #skip(): void {
    blanks.lastIndex = this.#at
    this.#at += blanks.exec(this.#text)?.[0].length ?? 0
  }

  #fail(expected: string, back = 0): never {
    throw new SyntaxFault(`Character ${Math.max(this.#at - back, 0) + 1}: expected ${expected}.`)
  }
}

const isVariable = (word: string): word is MarkerVariable => variables.has(word)

/** The package name that a line begins with, even if the rest of it cannot be read. */
export function leadingName(line: string): string | undefined {
  const text = line.trimStart()
  nameForm.lastIndex = 0
  const [name] = nameForm.exec(text) ?? []
  return name === undefined ? undefined : normalName(name)
}
