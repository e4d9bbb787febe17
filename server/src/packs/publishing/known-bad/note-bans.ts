import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import { bandsOf, type FileFingerprint } from '@nodeyard/analysis/facts'
import { isBlocking } from '@nodeyard/analysis/ground'
import Type from 'typebox'
import { transact } from '../../../ground/db/changes.ts'
import { defineJob } from '../../../ground/jobs/job.ts'
import { readFindings } from '../analysis/sql.ts'
import type { Deps } from '../deps.ts'
import { withArchive } from '../local-copy.ts'
import { type BannedVersion, beginTurn, forgetLiftedBans, listUnnotedBans, noteBannedVersion } from './sql.ts'

const bansAtOnce = 50

/**
 * Stores the fingerprints of files banned since the last run and deletes those of lifted bans. Versions
 * that fail are tried again later and do not block others.
 */
export const noteBans = defineJob({
  name: 'note-bans',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    await transact(deps, forgetLiftedBans)
    for (const version of await listUnnotedBans(deps.db, { limit: bansAtOnce, now: deps.now() })) {
      if (signal.aborted) return
      try {
        await transact(deps, (tx) => beginTurn(tx, version.id, deps.now()))
        await noteBan(deps, version)
      } catch (error) {
        deps.log.warn(
          { err: error, versionId: version.id },
          'storing the files of a banned version failed; retrying later',
        )
      }
    }
  },
})

async function noteBan(deps: Deps, version: BannedVersion): Promise<void> {
  const files = await fingerprintsOf(deps, version)
  const findings = (await readFindings(deps.db, version.id)) ?? []
  const guilty = new Set(findings.filter(isBlocking).map(({ file_path }) => file_path))
  const rows = files.map(({ path, digest, sketch }) => ({
    path,
    digest,
    has_finding: guilty.has(path),
    ...(sketch ? { sketch, bands: bandsOf(sketch) } : {}),
  }))
  await transact(deps, (tx) => noteBannedVersion(tx, version.id, rows, deps.now()))
}

/** A damaged archive has no content that others could copy. */
async function fingerprintsOf(deps: Deps, version: BannedVersion): Promise<FileFingerprint[]> {
  try {
    return await withArchive(deps.blobs, version.archive_digest, (path) => deps.analyst.fingerprint(path))
  } catch (error) {
    if (error instanceof ArchiveRefusal) return []
    throw error
  }
}
