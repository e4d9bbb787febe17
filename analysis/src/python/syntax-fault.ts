import { type Bracket, type Fault, type Indentation, Lexer, type LexicalFault, type Token } from './lexer.ts'

/**
 * Finds the first fault that prevents Python from loading a text, in Python's own words if it has any.
 * `brokenAt` is the first line that the grammar rejects; without one, only faults that the grammar accepts
 * count. Source of order and wording: CPython 3.11, `Parser/pegen_errors.c`, `Parser/tokenizer.c`,
 * `Grammar/python.gram`.
 */
export function findFault(text: string, brokenAt: number | undefined): Fault | undefined {
  if (text.includes('\0'))
    return { line: lineOf(text, '\0'), message: 'source code cannot contain null bytes' }
  const reader = new LineReader(brokenAt !== undefined)
  const { fault, open } = new Lexer(text, (token) => reader.take(token)).read()
  // Python looks for faults of the text before it reports one of the grammar, except for this one.
  if (fault && reader.fault?.message === unexpectedIndent) return plain(reader.fault)
  if (fault && (brokenAt !== undefined || fault.isSure)) return plain(fault)
  if (!fault) reader.end()
  const found = reader.fault
  if (brokenAt !== undefined && open && (!found || found.at > open.line)) return neverClosed(open)
  if (found) return plain(found)
  // Python looks for misplaced statements when it has read the whole file.
  return brokenAt === undefined ? reader.misplaced : { line: brokenAt, message: 'invalid syntax' }
}

const unexpectedIndent = 'unexpected indent'

const plain = ({ line, message }: Fault): Fault => ({ line, message })

function neverClosed({ line, letter }: Bracket): Fault {
  return { line, message: `'${letter}' was never closed` }
}

function lineOf(text: string, letter: string): number {
  return text.slice(0, text.indexOf(letter)).split('\n').length
}

const blockNames: Readonly<Record<string, string>> = { def: 'function definition', class: 'class definition' }
const opensBlock = new Set('if elif else for while with try except finally def class'.split(' '))
const keywords = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in ' +
    'is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)
/** These start statements and never occur in an expression. */
const onlyStatements = new Set(
  'assert break class continue def del except finally global import nonlocal pass raise return try while with'.split(
    ' ',
  ),
)
/** Statements by first word, the blocks that must contain them, and Python's error elsewhere. */
const placed: ReadonlyMap<string, { within: readonly string[]; message: string }> = new Map([
  ['return', { within: ['def'], message: "'return' outside function" }],
  ['break', { within: ['for', 'while'], message: "'break' outside loop" }],
  ['continue', { within: ['for', 'while'], message: "'continue' not properly in loop" }],
])
const softKeywords = new Set(['match', 'case', 'type'])

interface Block extends Indentation {
  /** The first word of the line before it. */
  opener: string
}

/**
 * Reads one logical line after the other, as the tokens arrive, and records the first fault of the grammar.
 */
class LineReader {
  fault: (Fault & { at: number }) | undefined
  /** The first statement that is in order, but not where it stands. */
  misplaced: Fault | undefined
  readonly #isBroken: boolean
  readonly #blocks: Block[] = [{ column: 0, alternative: 0, opener: '' }]
  /** First token of the current line. */
  #first: Token | undefined
  #word = ''
  #last: Token | undefined
  /** First token of the statement; a line can contain several. */
  #start: Token | undefined
  #colons = 0
  #lambdas = 0
  /** The header that a block must follow. */
  #header: { word: string; line: number } | undefined

  constructor(isBroken: boolean) {
    this.#isBroken = isBroken
  }

  /** Takes the next token. Returns a fault of the indentation, which Python finds while it reads tokens. */
  take(token: Token): LexicalFault | undefined {
    if (token.kind === 'end') {
      this.#endLine(token)
      return undefined
    }
    const indentation = this.#first ? undefined : this.#begin(token)
    if (indentation) return indentation
    if (token.kind === 'name') this.#takeName(token)
    if (token.text === ':' && token.depth === 0) this.#colons++
    if (this.#last) this.#compare(this.#last, token)
    const isAfterStart = this.#last === undefined || (token.depth === 0 && /^[:;]$/.test(this.#last.text))
    if (isAfterStart) this.#startStatement(token)
    this.#last = token
    return undefined
  }

  end(): void {
    if (this.#header) this.#expectBlock(this.#header, this.#header.line)
  }

  #note(line: number, message: string, at = line): void {
    this.fault ??= { line, message, at }
  }

  #begin(token: Token): LexicalFault | undefined {
    this.#first = token
    this.#word = token.kind === 'name' ? token.text : ''
    this.#colons = 0
    this.#lambdas = 0
    return this.#indent(token)
  }

  /**
   * Source: the language reference, 2.1.8; a tab advances to the next multiple of eight, or counts as one.
   */
  #indent({ line, text, indentation: { column, alternative } }: Token): LexicalFault | undefined {
    const header = this.#header
    this.#header = undefined
    const current = this.#blocks.at(-1) as Block
    if (column > current.column) {
      if (alternative <= current.alternative) return tabs(line)
      if (!header) this.#note(line, unexpectedIndent)
      this.#blocks.push({ column, alternative, opener: header?.word ?? '' })
      return undefined
    }
    let closed: Block | undefined
    while ((this.#blocks.at(-1) as Block).column > column) closed = this.#blocks.pop()
    const outer = this.#blocks.at(-1) as Block
    if (outer.column !== column) {
      const message = 'unindent does not match any outer indentation level'
      return { line, message, isSure: true }
    }
    if (outer.alternative !== alternative) return tabs(line)
    if (header) this.#expectBlock(header, line)
    if (closed?.opener === 'try' && text !== 'except' && text !== 'finally')
      this.#note(line, "expected 'except' or 'finally' block")
    return undefined
  }

  #startStatement(token: Token): void {
    this.#start = token
    const place = token.kind === 'name' ? placed.get(token.text) : undefined
    const openers = [...this.#blocks.map(({ opener }) => opener), this.#word]
    if (place && !openers.some((opener) => place.within.includes(opener)))
      this.misplaced ??= { line: token.line, message: place.message }
  }

  #expectBlock({ word, line: from }: { word: string; line: number }, line: number): void {
    const name = blockNames[word] ?? `'${word}' statement`
    this.#note(line, `expected an indented block after ${name} on line ${from}`)
  }

  #takeName({ text, line, depth, startsLine }: Token): void {
    if (text === 'lambda') this.#lambdas++
    // In brackets, Python continues on the next line, where no statement can start.
    if (depth > 0 && startsLine && onlyStatements.has(text) && this.#isBroken)
      this.#note(line, 'invalid syntax')
    if (this.#word === 'async' && this.#last === this.#first) this.#word = text
  }

  /** Detects two adjacent operands without an operator. */
  #compare(left: Token, right: Token): void {
    if (!endsOperand(left) || !startsOperand(right)) return
    if (left.kind === 'string' && right.kind === 'string') return
    const { kind, text } = left
    const isFirst = left === this.#start
    if (isFirst && (text === 'print' || text === 'exec'))
      this.#note(left.line, `Missing parentheses in call to '${text}'. Did you mean ${text}(...)?`)
    if (!this.#isBroken || (isFirst && softKeywords.has(text))) return
    const mayBeComma = right.depth > 0 && !(kind === 'name' && right.kind === 'string')
    if (mayBeComma) this.#note(left.line, 'invalid syntax. Perhaps you forgot a comma?', right.line)
    else this.#note(right.line, 'invalid syntax')
  }

  #endLine({ line }: Token): void {
    if (!this.#first) return
    const isOpener = opensBlock.has(this.#word)
    if (this.#last?.text === ':' && this.#last.depth === 0)
      this.#header = { word: this.#word, line: this.#first.line }
    else if (isOpener && this.#isBroken && this.#colons - this.#lambdas <= 0) this.#note(line, "expected ':'")
    this.#first = undefined
    this.#last = undefined
  }
}

function tabs(line: number): LexicalFault {
  return { line, message: 'inconsistent use of tabs and spaces in indentation', isSure: true }
}

/** Whether the token is a name that is not a keyword, a number or a string. */
function startsOperand({ kind, text }: Token): boolean {
  return kind === 'name' ? !keywords.has(text) : kind === 'string' || kind === 'number'
}

function endsOperand(token: Token): boolean {
  return startsOperand(token) || token.text === ')' || token.text === ']' || token.text === '}'
}
