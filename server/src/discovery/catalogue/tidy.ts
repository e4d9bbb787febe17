import { limits } from '@nodeyard/contract/limits'
import { transact } from '../../ground/db/changes.ts'
import type { Violation } from '../../ground/db/verify.ts'
import type { Deps } from './deps.ts'
import { catalogueFolder, deleteFile, digestInKey, listMissing } from './files.ts'
import { filesNamedBy } from './pointer.ts'
import {
  deleteOldRemovals,
  deleteSnapshotsBefore,
  findLastSnapshot,
  forgetFiles,
  listNamedFiles,
  listOutdatedSnapshots,
  lockEntries,
  lockSnapshots,
} from './sql.ts'

type TidyDeps = Pick<Deps, 'db' | 'changes' | 'blobs' | 'now'>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Of what it is not known that anybody makes it just now. */
const orphanMs = dayMs
/** So few that no pointer waits for long until it may be issued. */
const atOnce = 50

/** Removes the files of snapshots that were followed by another one for a while. */
export async function removeOutdatedFiles(deps: TidyDeps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - limits.catalogueFileMinutes * minuteMs)
  while ((await removeSome(deps, before)) === atOnce && !signal?.aborted);
}

/** Gives of how many snapshots. */
function removeSome({ blobs, ...deps }: TidyDeps, before: Date): Promise<number> {
  return transact(deps, async (tx) => {
    await lockSnapshots(tx)
    const outdated = await listOutdatedSnapshots(tx, before, atOnce)
    if (outdated.length === 0) return 0
    await forgetFiles(
      tx,
      outdated.map(({ sequence }) => sequence),
    )
    const named = await listNamedFiles(tx)
    const files = new Set(outdated.flatMap(({ files }) => files)).difference(named)
    await Promise.all([...files].map((digest) => deleteFile(blobs, digest)))
    return outdated.length
  })
}

/** Forgets what no delta is made from any more, and removes files that a process left when it died. */
export async function tidyCatalogue(deps: TidyDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.now().getTime()
  await transact(deps, async (tx) => {
    await deleteSnapshotsBefore(tx, new Date(now - (limits.catalogueDeltaDays + 1) * dayMs))
    await lockEntries(tx)
    await deleteOldRemovals(tx, new Date(now - (limits.catalogueDeltaDays + 2) * dayMs))
  })
  for (const { key } of await listOrphans(deps)) {
    if (signal?.aborted) return
    await transact(deps, async (tx) => {
      await lockSnapshots(tx)
      const digest = digestInKey(key)
      if (digest === undefined || !(await listNamedFiles(tx)).has(digest)) await deps.blobs.delete(key)
    })
  }
}

async function listOrphans({ db, blobs, now }: TidyDeps): Promise<{ key: string; modifiedAt: Date }[]> {
  const named = await listNamedFiles(db)
  const before = now().getTime() - orphanMs
  const orphans = []
  for await (const blob of blobs.list(catalogueFolder)) {
    const digest = digestInKey(blob.key)
    const isNamed = digest !== undefined && named.has(digest)
    if (!isNamed && blob.modifiedAt.getTime() < before) orphans.push(blob)
  }
  return orphans
}

/** What is wrong with the files of the catalogue: those of the last snapshot are there, and no others for long. */
export async function catalogueViolations(deps: TidyDeps): Promise<Violation[]> {
  const last = await findLastSnapshot(deps.db)
  const missing = last ? await listMissing(deps.blobs, filesNamedBy(last)) : []
  const stray = (await listOrphans(deps)).filter(
    ({ modifiedAt }) => modifiedAt.getTime() < deps.now().getTime() - 2 * orphanMs,
  )
  return [
    { rule: 'the files of the last catalogue are there, whole', ids: missing },
    {
      rule: 'a file of a catalogue is named by one, or is removed after a day',
      ids: stray.map(({ key }) => key).slice(0, 10),
    },
  ].filter(({ ids }) => ids.length > 0)
}
