import type { QueryOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { ReleaseNote, listReleases as route } from '@nodeyard/contract/services'
import { compare } from 'semver'
import type { Deps } from './deps.ts'
import { listReleasesOf, type ReleaseRow } from './sql.ts'
import { newestFirst, parseReleaseVersion } from './version.ts'

/** More than a project publishes in years. Versions are sorted here, because the database cannot. */
const consideredReleases = 1000

/** Lists the notes of versions newer than the running one, highest first. Source: API contract 20.1. */
export async function listReleases(
  { db }: Pick<Deps, 'db'>,
  { project, current_version, locale = 'en' }: QueryOf<typeof route>,
): Promise<ReleaseNote[]> {
  const running = current_version === undefined ? null : parseReleaseVersion(current_version)
  const isNewer = ({ version }: ReleaseRow) => {
    const released = parseReleaseVersion(version)
    return running === null || (released !== null && compare(released, running) > 0)
  }
  return (await listReleasesOf(db, project, consideredReleases))
    .filter(isNewer)
    .sort((a, b) => newestFirst(a.version, b.version))
    .slice(0, limits.releaseNotes)
    .map((row) => toReleaseNote(row, locale))
}

function toReleaseNote(row: ReleaseRow, locale: string): ReleaseNote {
  const { id, project, version, attention, content, published_at } = row
  return {
    id,
    project: project as ReleaseNote['project'],
    version,
    attention: attention as ReleaseNote['attention'],
    content: content[locale] ?? content['en'] ?? '',
    published_at: published_at.toISOString(),
  }
}
