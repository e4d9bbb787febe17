import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { limits } from '@nodeyard/contract/limits'

const drainedBytes = 4 * limits.archiveBytes
/** Who was refused and goes on sending has the answer already. */
const longestSilenceMs = 10_000

/**
 * A refusal as it is to be sent: its text at once, and its end when what is left of the request has been read and
 * dropped. Many clients look for an answer only when they have sent all, and one that ends the connection before reaches
 * them as a reset. Who goes on for ever, or falls silent, is cut off.
 */
export function asRefusalOf(request: IncomingMessage, text: string): string | Readable {
  // A request that was made in process has no such field, and nothing on its way.
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
