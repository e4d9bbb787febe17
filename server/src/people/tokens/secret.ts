import { createHash } from 'node:crypto'

/** Says what a found secret is, to people and to programs that look for leaked ones. */
const mark = 'nyp_'
const shownCharacters = 4

/** The secret of a new token: the mark in front of a version-4 UUID, which has 122 random bits. */
export function secretOf(uuid: string): string {
  return mark + uuid
}

/** As it is stored. No salt and no slow hash: nobody guesses 122 random bits. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** What is kept readable, for lists. */
export function prefixOf(secret: string): string {
  return secret.slice(0, mark.length + shownCharacters)
}
