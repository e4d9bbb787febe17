import { createHash } from 'node:crypto'

/** Existing clients recognize API keys by this prefix. Source: API contract 3.5. */
const prefix = 'comfyui-'
const randomByteCount = 32
const shownCharacters = 8

/** Returns the plaintext of a new API key with 256 random bits. */
export function makeApiKey(randomBytes: (size: number) => Buffer): string {
  return prefix + randomBytes(randomByteCount).toString('hex')
}

/** Returns the hash that is stored. It needs neither salt nor a slow function, because 256 random bits cannot be guessed. */
export function hashOfApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Returns the characters that lists show. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, prefix.length + shownCharacters)
}
