import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, independent of the length. Nothing matches a secret that is not set. */
export function matchesSecret(given: string | undefined, secret: string | undefined): boolean {
  if (given === undefined || secret === undefined) return false
  return timingSafeEqual(digestOf(given), digestOf(secret))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
