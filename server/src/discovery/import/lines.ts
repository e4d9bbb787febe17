import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Longer lines are no entries of a list, but something else: cut here, so that they do not fill the memory. */
export const longestLine = 1024 * 1024

/** The lines of a text file; of a gzipped one when its name ends in `.gz`. */
export function readLines(path: string): AsyncIterable<string> {
  return linesOf(path.endsWith('.gz') ? gunzipped(path) : createReadStream(path))
}

function gunzipped(path: string): Readable {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  // A pipe does not pass on errors: a missing file would leave the reader waiting.
  file.on('error', (error) => unpacked.destroy(error))
  return file.pipe(unpacked)
}

async function* linesOf(bytes: Readable): AsyncIterable<string> {
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
