import type { IncomingMessage } from 'node:http'
import { limits } from '@nodeyard/contract/limits'

const drainedBytes = 4 * limits.archiveBytes

/**
 * Reads and drops what is left of a refused request. A client that is still sending looks for the answer only when
 * it is done, and an answer that ends the connection before would reach it as a reset. Who goes on for ever is
 * cut off.
 */
export function drained(request: IncomingMessage): Promise<void> {
  // A request that was made in process has no such field, and nothing on its way.
  if (request.complete !== false || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let dropped = 0
    request.on('data', ({ length }: Buffer) => {
      dropped += length
      if (dropped > drainedBytes) request.destroy()
    })
    request.once('end', resolve).once('close', resolve)
    request.resume()
  })
}
