import licenses from './known-licenses.json' with { type: 'json' }
import { groupsOf, restrictionsIn, wordsIn } from './license-sketch.ts'

export interface KnownLicense {
  id: string
  name: string
  isOpen: boolean
  words: number
  restrictions: number
  sketch: readonly number[]
}

/** Licenses of the SPDX list. Texts of versions "only" and "or later" are the same, so these have one entry. */
export const knownLicenses: readonly KnownLicense[] = (
  licenses as unknown as [string, string, number, number, number, number[]][]
).map(([id, name, isOpen, words, restrictions, sketch]) => ({
  id,
  name,
  isOpen: isOpen === 1,
  words,
  restrictions,
  sketch,
}))

/** Longer texts than any license has. */
const maxWords = 20_000
const enough = 0.75
const close = 0.1
/** Notes that may stand around a license. More can change what it allows. */
const mayBeLonger = (words: number) => words * 1.15 + 60

/**
 * Finds the license whose text this is. A text with more than a license, such as another one or a restriction, is none of them.
 */
export function licenseOfText(text: string): string | undefined {
  const words = wordsIn(text).slice(0, maxWords)
  const groups = groupsOf(words)
  const found = knownLicenses
    .map((license) => ({
      ...license,
      share: license.sketch.filter((group) => groups.has(group)).length / license.sketch.length,
    }))
    .filter(({ share }) => share >= enough)
    .sort((a, b) => b.share - a.share)
  const [first] = found
  if (!first) return undefined
  const [best = first] = found
    .filter(({ share }) => share >= first.share - close)
    .sort((a, b) => Math.abs(a.words - words.length) - Math.abs(b.words - words.length))
  return words.length <= mayBeLonger(best.words) && restrictionsIn(text) <= best.restrictions
    ? best.id
    : undefined
}
