import { Language, Parser, type Range, type Tree } from 'web-tree-sitter'
import type { FunctionPlace } from './function-places.ts'

/** Parses Python source code into syntax trees. Created once, used for every pack. */
export interface PythonParser {
  readonly language: Language
  readonly parser: Parser
}

/**
 * Creates the parser. The caller provides the two WebAssembly files, because this package reads no files:
 * `web-tree-sitter/web-tree-sitter.wasm` and `tree-sitter-python/tree-sitter-python.wasm`.
 */
export async function parserFrom(runtimeWasm: Uint8Array, grammarWasm: Uint8Array): Promise<PythonParser> {
  await Parser.init({ wasmBinary: runtimeWasm.slice().buffer })
  const language = await Language.load(grammarWasm)
  const parser = new Parser().setLanguage(language)
  return { language, parser }
}

/** How often the parser may ask whether to continue; it asks once every few hundred steps. */
const parserTurns = 400_000

/**
 * A file's text in a form that the grammar accepts, with all positions unchanged. Made once, however often it
 * is parsed.
 */
export interface GrammarText {
  readonly text: string
}

/**
 * The grammar misreads `match [a, b]:` and the lines below as a type annotation, but accepts a tuple. Returns
 * undefined when the search for such lists takes too long.
 */
export function toGrammarText(text: string): GrammarText | undefined {
  if (!text.includes('match')) return { text }
  const parts: string[] = []
  let done = 0
  let left = looksPerLetter * (text.length + longestSubject)
  for (const { index, 0: start } of text.matchAll(/^[ \t]*match[\s\\]*\[/gm)) {
    const open = index + start.length - 1
    if (open < done) continue
    const { close, seen } = findSubject(text, open)
    left -= seen
    if (left < 0) return undefined
    if (close === undefined) continue
    parts.push(text.slice(done, open), '(', text.slice(open + 1, close), ')')
    done = close + 1
  }
  return { text: done === 0 ? text : parts.join('') + text.slice(done) }
}

/** Every character read counts: one possible subject can be inside another. */
const looksPerLetter = 16
const longestSubject = 2000
const caseWord = /case\b/y
const blanks = /\s*/y
const blanksAndComments = /(?:\s|#[^\n]*\n)*/y

/** Finds the end of a list that is the subject of a `match`, and how far it had to read. */
function findSubject(text: string, open: number): { close?: number; seen: number } {
  const close = closingBracket(text, open)
  if (close < 0) return { seen: longestSubject }
  const colon = past(blanks, text, close + 1)
  if (text[colon] !== ':') return { seen: colon - open }
  const next = past(blanksAndComments, text, colon + 1)
  caseWord.lastIndex = next
  return { seen: next - open, ...(caseWord.test(text) ? { close } : {}) }
}

function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.test(text)
  return pattern.lastIndex
}

/** Finds the end of a list; -1 when it is too far away. Brackets in strings do not count. */
function closingBracket(text: string, open: number): number {
  const end = Math.min(text.length, open + longestSubject)
  let depth = 0
  let quote = ''
  for (let at = open; at < end; at++) {
    const letter = text.charAt(at)
    if (letter === '\\') at++
    else if (letter === quote) quote = ''
    else if (quote !== '') continue
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '[') depth++
    else if (letter === ']' && --depth === 0) return at
  }
  return -1
}

/**
 * Parses the whole text, or all but the bodies of some functions, which must be sorted by position. Returns
 * undefined when it takes too long. Trees are outside JavaScript's memory: `delete` them.
 */
export function parsePython(
  parser: PythonParser,
  { text }: GrammarText,
  leftOut: readonly FunctionPlace[] = [],
): Tree | undefined {
  const ranges: Range[] = []
  let [startIndex, startPosition] = [0, { row: 0, column: 0 }]
  for (const { headEnd, headEndPosition, end, endPosition } of leftOut) {
    ranges.push({ startIndex, startPosition, endIndex: headEnd, endPosition: headEndPosition })
    startIndex = end
    startPosition = endPosition
  }
  const last = { startIndex, startPosition, endIndex: text.length, endPosition: farAway }
  return parseRanges(parser, text, leftOut.length === 0 ? undefined : [...ranges, last])
}

/** Parses only this function, with all positions as in the text. */
export function parseFunction(
  parser: PythonParser,
  { text }: GrammarText,
  { start, startPosition, end, endPosition }: FunctionPlace,
): Tree | undefined {
  return parseRanges(parser, text, [{ startIndex: start, startPosition, endIndex: end, endPosition }])
}

const farAway = { row: 2 ** 31 - 1, column: 0 }

function parseRanges({ parser }: PythonParser, text: string, includedRanges?: Range[]): Tree | undefined {
  let turns = 0
  // A callback that returns true makes the parser give up, although its type says void.
  const progressCallback = () => ++turns > parserTurns
  const tree = parser.parse(text, null, { progressCallback, ...(includedRanges ? { includedRanges } : {}) })
  if (!tree) parser.reset()
  return tree ?? undefined
}
