import { type Node, parse } from 'acorn'
import { CodeTooDeep } from './syntax.ts'

/** Parses a script. Returns undefined when no browser would run it either. Throws `CodeTooDeep`. */
export const parseScript = (text: string): Node | undefined =>
  parseAs(text, 'module') ?? parseAs(text, 'script')

export function isScript(text: string): boolean {
  try {
    return parseScript(text) !== undefined
  } catch (error) {
    if (!(error instanceof CodeTooDeep)) throw error
    return true
  }
}

function parseAs(text: string, sourceType: 'module' | 'script'): Node | undefined {
  try {
    return parse(text, {
      ecmaVersion: 'latest',
      sourceType,
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowImportExportEverywhere: true,
    })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The parser recurses for every level of nesting, and reports a full stack like any other error.
    if (/stack space/.test(error.message)) throw new CodeTooDeep(1)
    return undefined
  }
}
