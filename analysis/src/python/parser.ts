import { Language, Parser } from 'web-tree-sitter'

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
