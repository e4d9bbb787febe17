import { licenseName } from '@nodeyard/analysis/manifest'
import type { ReadingSettings } from '../../ground/settings.ts'

/** Licenses that let anyone pass on unchanged copies, by the short names of `license-name.ts`. */
const sharing: ReadonlySet<string> = new Set([
  'AGPL-3.0',
  'LGPL-3.0',
  'GPL-2.0',
  'GPL-3.0',
  'Apache-2.0',
  'MIT',
  'MPL-2.0',
  'BSD',
  'CC0-1.0',
  'CC-BY',
  'CC-BY-SA',
  'CC-BY-ND',
  'Unlicense',
  'ISC',
  'WTFPL',
])

/** Of alternatives, one is enough. Of licenses that all apply, each must allow it. An exception only adds rights. */
function allowsSharing(license: string): boolean {
  const words = license.replaceAll('(', '').replaceAll(')', '').split(' ')
  const isAllowed = words
    .filter((_, at) => at % 2 === 0 && words[at - 1] !== 'WITH')
    .map((word) => sharing.has(word) || sharing.has(licenseName(word)))
  const isChoice = words.includes('OR') && !words.includes('AND')
  return sharing.has(license) || (isChoice ? isAllowed.some(Boolean) : isAllowed.every(Boolean))
}

/** Whether the registry can show the texts of a repository with this license. */
export function isShareable(
  { content }: Pick<ReadingSettings, 'content'>,
  license: string | undefined,
): boolean {
  if (content === 'licensed') return license !== undefined && allowsSharing(license)
  return content === 'all'
}
