import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type PythonParser, parserFrom } from './parser.ts'

/** Creates the parser from the two files in their packages. */
export async function testParser(): Promise<PythonParser> {
  const [runtime, grammar] = await Promise.all(
    ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-python/tree-sitter-python.wasm'].map((name) =>
      readFile(fileURLToPath(import.meta.resolve(name))),
    ),
  )
  if (!runtime || !grammar) throw new Error('The parser’s files are missing')
  return parserFrom(runtime, grammar)
}
