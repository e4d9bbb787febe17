import { Language, Parser, type Range, type Tree } from 'web-tree-sitter'
import type { FunctionPlace } from './function-places.ts'

/** Turns Python source text into syntax trees. Made once, used for every pack. */
export interface PythonParser {
  readonly language: Language
  readonly parser: Parser
}

/**
 * The caller brings the two WebAssembly files, since reading files is not the business of this package:
 * `web-tree-sitter/web-tree-sitter.wasm` and `tree-sitter-python/tree-sitter-python.wasm`.
 */
export async function parserFrom(runtimeWasm: Uint8Array, grammarWasm: Uint8Array): Promise<PythonParser> {
  await Parser.init({ wasmBinary: runtimeWasm.slice().buffer })
  const language = await Language.load(grammarWasm)
  const parser = new Parser().setLanguage(language)
  return { language, parser }
}

/** How often the parser may ask whether to go on; it asks once per some hundred steps. */
const parserTurns = 400_000

/**
 * A tree of the whole text, or of all but the bodies of some functions, in the order of their places. Undefined when
 * it takes longer than allowed. Trees live outside JavaScript's memory: `delete` them.
 */
export function parsePython(
  parser: PythonParser,
  text: string,
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

/** A tree with this one function in it, and the places of everything as they are in the text. */
export function parseFunction(
  parser: PythonParser,
  text: string,
  { start, startPosition, end, endPosition }: FunctionPlace,
): Tree | undefined {
  return parseRanges(parser, text, [{ startIndex: start, startPosition, endIndex: end, endPosition }])
}

/** The grammar takes `match [a, b]:` for the type of a variable, and what is below it as well; not so a tuple. */
function withTuples(text: string): string {
  return text.replace(
    /^([ \t]*match[\s\\]*)\[([\s\S]{0,2000}?)\](?=\s*:(?:\s|#[^\n]*\n)*case\b)/gm,
    (whole, before: string, inner: string) => (isBalanced(inner) ? `${before}(${inner})` : whole),
  )
}

/** True where a bracket around it is closed by the last one. */
function isBalanced(text: string): boolean {
  let open = 0
  for (const letter of text) {
    if (letter === '[') open++
    if (letter === ']' && --open < 0) return false
  }
  return open === 0
}

const farAway = { row: 2 ** 31 - 1, column: 0 }

function parseRanges({ parser }: PythonParser, text: string, includedRanges?: Range[]): Tree | undefined {
  let turns = 0
  // A callback that gives true makes the parser give up; its type says void.
  const progressCallback = (() => ++turns > parserTurns) as unknown as () => void
  const tree = parser.parse(withTuples(text), null, {
    progressCallback,
    ...(includedRanges ? { includedRanges } : {}),
  })
  if (!tree) parser.reset()
  return tree ?? undefined
}
