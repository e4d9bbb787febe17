import { createHash } from 'node:crypto'

/** Existing programs know an API key by how it begins. Source: API contract 3.5. */
const mark = 'comfyui-'
const randomByteCount = 32
const shownCharacters = 8

export function makeApiKey(randomBytes: (size: number) => Buffer): string {
  return mark + randomBytes(randomByteCount).toString('hex')
}

/** As it is stored. No salt and no slow hash: nobody guesses 256 random bits. */
export function hashOfApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** What is kept readable, for lists. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, mark.length + shownCharacters)
}
