import { filesOfArchive } from '../analysis/src/archive/pack-files.ts'
import { openArchive } from '../analysis/src/archive/reader.ts'
import { inspectPack } from '../analysis/src/inspection/inspect.ts'
import { type PythonParser, parserFrom } from '../analysis/src/python/parser.ts'

let parser: PythonParser

/** Loads the parser. Both files are base64, the only form that a test can pass into a page. */
export async function load(runtime: string, grammar: string): Promise<void> {
  parser = await parserFrom(bytesOf(runtime), bytesOf(grammar))
}

/** Returns the inspection as the command prints it. */
export async function inspect(zip: string): Promise<string> {
  const bytes = bytesOf(zip)
  const source = {
    size: bytes.byteLength,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }
  return JSON.stringify(await inspectPack(filesOfArchive(await openArchive(source)), parser), null, 2)
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
