import { filesOf } from '@nodeyard/contract/catalogue-file'
import { limits } from '@nodeyard/contract/limits'
import { transact } from '../../ground/db/changes.ts'
import type { Violation } from '../../ground/db/verify.ts'
import type { Deps } from './deps.ts'
import { deleteTombstones, lockEntries } from './entries/sql.ts'
import { catalogueFolder, deleteFile, digestInKey, listMissing } from './files.ts'
import { catalogueOf } from './publish.ts'
import { deletePointers, findLastPointer, listNamedFiles, listOutdatedPointers, lockPointers } from './sql.ts'

type TidyDeps = Pick<Deps, 'db' | 'changes' | 'blobs' | 'now'>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A younger file without a pointer may belong to one that is being issued. */
const orphanMs = dayMs
/** Small, because no pointer can be issued during a batch. */
const batchSize = 50

/** Removes pointers, and files that only they name, a while after the next pointer was issued. */
export async function removeOutdatedFiles(deps: TidyDeps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - limits.catalogueFileMinutes * minuteMs)
  while ((await removeBatch(deps, before)) === batchSize && !signal?.aborted);
}

/** Returns the number of pointers removed. */
function removeBatch({ blobs, ...deps }: TidyDeps, before: Date): Promise<number> {
  return transact(deps, async (tx) => {
    await lockPointers(tx)
    const outdated = await listOutdatedPointers(tx, before, batchSize)
    if (outdated.length === 0) return 0
    await deletePointers(
      tx,
      outdated.map(({ sequence }) => sequence),
    )
    const named = await listNamedFiles(tx)
    const files = new Set(outdated.flatMap(({ files }) => files)).difference(named)
    await Promise.all([...files].map((digest) => deleteFile(blobs, digest)))
    return outdated.length
  })
}

/** Deletes old tombstones, and files left behind by processes that died. */
export async function tidyCatalogue(deps: TidyDeps, signal?: AbortSignal): Promise<void> {
  await transact(deps, async (tx) => {
    await lockEntries(tx)
    await deleteTombstones(tx, new Date(deps.now().getTime() - dayMs))
  })
  for (const { key } of await listOrphans(deps, orphanMs)) {
    if (signal?.aborted) return
    await transact(deps, async (tx) => {
      await lockPointers(tx)
      const digest = digestInKey(key)
      if (digest === undefined || !(await listNamedFiles(tx)).has(digest)) await deps.blobs.delete(key)
    })
  }
}

async function listOrphans({ db, blobs, now }: TidyDeps, minAgeMs: number): Promise<{ key: string }[]> {
  const named = await listNamedFiles(db)
  const before = now().getTime() - minAgeMs
  const orphans = []
  for await (const { key, modifiedAt } of blobs.list(catalogueFolder)) {
    const digest = digestInKey(key)
    const isNamed = digest !== undefined && named.has(digest)
    if (!isNamed && modifiedAt.getTime() < before) orphans.push({ key })
  }
  return orphans
}

/** Finds files of the last pointer that are missing, and files without a pointer that were not removed in time. */
export async function catalogueViolations(deps: TidyDeps): Promise<Violation[]> {
  const last = await findLastPointer(deps.db)
  const stray = await listOrphans(deps, 2 * orphanMs)
  return [
    {
      rule: 'the files of the last catalogue are complete',
      ids: last ? await listMissing(deps.blobs, filesOf(catalogueOf(last))) : [],
    },
    {
      rule: 'a catalogue file without a pointer is removed after a day',
      ids: stray.slice(0, 10).map(({ key }) => key),
    },
  ].filter(({ ids }) => ids.length > 0)
}
