import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { translations } from './all-texts.ts'

/**
 * Digest of the English text by key, as the translations were last reread against it. Languages after the digest are
 * the only ones that were reread: `"1a2b3c4d fr ja"`.
 */
export type Reread = Record<string, string>

const path = join(import.meta.dirname, 'reread.json')

export function loadReread(): Reread {
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function saveReread(reread: Reread): void {
  const sorted = Object.entries(reread).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** Returns the languages whose translation was not reread since the English text changed. */
export function staleLanguages(reread: Reread, key: string, english: string): string[] {
  const [digest, ...only] = reread[key]?.split(' ') ?? []
  if (digest !== digestOf(english)) return translations
  return only.length === 0 ? [] : translations.filter((locale) => !only.includes(locale))
}

/** Records that the given languages of a text were reread. */
export function markReread(reread: Reread, key: string, english: string, languages: readonly string[]): void {
  const stale = staleLanguages(reread, key, english)
  const left = stale.filter((locale) => !languages.includes(locale))
  const done = translations.filter((locale) => !left.includes(locale))
  if (done.length > 0) reread[key] = [digestOf(english), ...(left.length > 0 ? done : [])].join(' ')
}

/** Records texts that are new and forgets those that are gone: new texts come with their translations. */
export function followKeys(reread: Reread, english: ReadonlyMap<string, string>): void {
  for (const key of Object.keys(reread)) if (!english.has(key)) delete reread[key]
  for (const [key, text] of english) reread[key] ??= digestOf(text)
}
