import { Transform } from 'node:stream'
import { RegistryError } from '../../ground/errors.ts'

/**
 * Lets a body through as it comes, up to `maxBytes`, and ends it with an error when it holds one of `secrets`: a service
 * that repeats what it was sent must not give away the registry's key. Back-pressure is kept.
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
      // A secret may be cut in two by the end of a chunk.
      const sure = Math.max(0, seen.length - overlap)
      held = seen.subarray(sure)
      done(null, seen.subarray(0, sure))
    },
    flush(done) {
      done(null, held)
    },
  })
}
