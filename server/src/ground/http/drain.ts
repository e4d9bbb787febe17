import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { limits } from '@nodeyard/contract/limits'

const drainedBytes = 4 * limits.archiveBytes
/** A refused client that continues to send already has the response. */
const longestSilenceMs = 10_000

/**
 * Returns an error response as it should be sent: its text at once, and its end after the rest of the request
 * was read and discarded. Many clients read a response only after sending everything, and would see a closed
 * connection as a reset. Clients that never stop sending, or fall silent, are disconnected.
 */
export function asRefusalOf(request: IncomingMessage, text: string): string | Readable {
  // An in-process request lacks this field and has nothing left to read.
  if (request.complete !== false || request.destroyed) return text
  return Readable.from(untilDrained(request, text))
}

async function* untilDrained(request: IncomingMessage, text: string): AsyncGenerator<string> {
  yield text
  await drained(request)
}

function drained(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve()
    let dropped = 0
    const silence = setTimeout(() => request.destroy(), longestSilenceMs)
    const done = () => {
      clearTimeout(silence)
      resolve()
    }
    request.on('data', ({ length }: Buffer) => {
      silence.refresh()
      dropped += length
      if (dropped > drainedBytes) request.destroy()
    })
    request.once('end', done).once('close', done)
    request.resume()
  })
}
