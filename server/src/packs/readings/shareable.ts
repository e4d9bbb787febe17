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
  'Unlicense',
  'ISC',
  'WTFPL',
])

/** Whether the registry can show the texts of a repository with this license. */
export function isShareable(
  { content }: Pick<ReadingSettings, 'content'>,
  license: string | undefined,
): boolean {
  if (content === 'licensed') return license !== undefined && sharing.has(license)
  return content === 'all'
}
