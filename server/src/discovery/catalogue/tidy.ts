import { filesOf } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { transact } from '../../ground/db/changes.ts'
import type { Violation } from '../../ground/db/verify.ts'
import { strayAfterMs } from '../../ground/publications/publication.ts'
import type { Deps } from './deps.ts'
import { deleteTombstones, lockEntries } from './entries/sql.ts'
import { catalogues, listMissing } from './files.ts'
import { catalogueOf } from './publish.ts'

type TidyDeps = Pick<Deps, 'db' | 'changes' | 'blobs' | 'now'>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Small, because no pointer can be issued during a batch. */
const batchSize = 50

/** Removes pointers, and files that only they name, a while after the next pointer was issued. */
export async function removeOutdatedFiles(deps: TidyDeps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.now().getTime() - limits.catalogueFileMinutes * minuteMs)
  while ((await removeBatch(deps, before)) === batchSize && !signal?.aborted);
}

/** Returns the number of pointers removed. */
function removeBatch(deps: TidyDeps, replacedBefore: Date): Promise<number> {
  return transact(deps, async (tx) => {
    await catalogues.lock(tx)
    return catalogues.removeOutdated(tx, deps, { replacedBefore, limit: batchSize })
  })
}

/** Deletes old tombstones, and files left behind by processes that died. */
export async function tidyCatalogue(deps: TidyDeps, signal?: AbortSignal): Promise<void> {
  await transact(deps, async (tx) => {
    await lockEntries(tx)
    await deleteTombstones(tx, new Date(deps.now().getTime() - dayMs))
  })
  await catalogues.removeStrayFiles(deps, signal)
}

/** Finds files of the last pointer that are missing, and files without a pointer that were not removed in time. */
export async function catalogueViolations(deps: TidyDeps): Promise<Violation[]> {
  const last = await catalogues.last(deps.db)
  const stray = await catalogues.listStrayFiles(deps, 2 * strayAfterMs)
  return [
    {
      rule: 'the files of the last catalogue are complete',
      ids: last ? await listMissing(deps.blobs, filesOf(catalogueOf(last))) : [],
    },
    { rule: 'a catalogue file without a pointer is removed after a day', ids: stray.slice(0, 10) },
  ].filter(({ ids }) => ids.length > 0)
}
