import { Transform } from 'node:stream'
import { RegistryError } from '../../ground/errors.ts'

/**
 * Streams a body of up to `maxBytes`, with backpressure. Ends it with an error if it contains one of `secrets`, because a
 * service that echoes requests must not expose the registry's key.
 */
export function guardBody(maxBytes: number, secrets: readonly string[]): Transform {
  const needles = secrets.map((secret) => Buffer.from(secret))
  const overlap = Math.max(0, ...needles.map(({ length }) => length - 1))
  let bytes = 0
  let held = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const seen = Buffer.concat([held, chunk])
      if (bytes > maxBytes || needles.some((needle) => seen.includes(needle))) {
        done(new RegistryError('service_broken'))
        return
      }
      // A secret can span two chunks.
      const sure = Math.max(0, seen.length - overlap)
      held = seen.subarray(sure)
      done(null, seen.subarray(0, sure))
    },
    flush(done) {
      done(null, held)
    },
  })
}
