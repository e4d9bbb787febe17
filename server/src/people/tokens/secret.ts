import { createHash } from 'node:crypto'

/** Lets people and secret scanners recognize a leaked token. */
const prefix = 'nyp_'
const shownCharacters = 4

/** Returns the secret of a new token: the prefix and a version-4 UUID, which has 122 random bits. */
export function secretOf(uuid: string): string {
  return prefix + uuid
}

/** Returns the hash that is stored. It needs neither salt nor a slow function, because 122 random bits cannot be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns the characters that lists show. */
export function prefixOf(secret: string): string {
  return secret.slice(0, prefix.length + shownCharacters)
}
