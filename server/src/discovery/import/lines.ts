import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Longer lines, in characters, are cut to bound the memory they use. */
export const longestLine = 1024 * 1024

/** Reads the lines of a text file, which is gzipped if its name ends in `.gz`. */
export function readLines(path: string): AsyncIterable<string> {
  return linesOf(openFile(path))
}

/** Opens a file, which is gzipped if its name ends in `.gz`. */
export function openFile(path: string): Readable {
  return path.endsWith('.gz') ? gunzipped(path) : createReadStream(path)
}

function gunzipped(path: string): Readable {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  // `pipe` does not forward errors, so a missing file would leave the reader waiting.
  file.on('error', (error) => unpacked.destroy(error))
  return file.pipe(unpacked)
}

/** Splits bytes into lines. */
export async function* linesOf(bytes: Readable): AsyncIterable<string> {
  bytes.setEncoding('utf8')
  let pending = ''
  for await (const text of bytes as AsyncIterable<string>) {
    const [first = '', ...others] = text.split('\n')
    pending = append(pending, first)
    for (const line of others) {
      yield withoutReturn(pending)
      pending = append('', line)
    }
  }
  if (pending !== '') yield withoutReturn(pending)
}

const append = (line: string, text: string) =>
  line.length > longestLine ? line : (line + text).slice(0, longestLine + 1)

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)
