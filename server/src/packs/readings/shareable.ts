import { allowsCopies } from '@nodeyard/analysis/manifest'
import type { ReadingSettings } from '../../ground/settings.ts'

/** Names that readings before 1.1.0 stored. */
const earlier: ReadonlySet<string> = new Set(['BSD', 'CC-BY', 'CC-BY-SA', 'CC-BY-ND'])

/** Whether the registry can show the texts of a repository with this license. */
export function isShareable(
  { content }: Pick<ReadingSettings, 'content'>,
  license: string | undefined,
): boolean {
  if (content === 'licensed') return license !== undefined && (earlier.has(license) || allowsCopies(license))
  return content === 'all'
}
