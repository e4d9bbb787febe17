import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { hasArchive, lockArchive } from './archives/sql.ts'
import type { Deps } from './deps.ts'

const orphanDays = 7

/**
 * Removes archives that the database does not know, left by uploads whose transaction failed afterwards.
 * Removes only old ones, under the lock that an upload of the same bytes also takes. Such uploads are rare:
 * when the database knows less than half of the archives, it is the wrong database, and nothing is removed.
 */
export const sweepArchives = defineJob({
  name: 'sweep-archives',
  payload: Type.Object({}),
  schedule: '7 3 * * *',
  timeoutSeconds: 3600,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    const { known, orphans } = await lookAtAll(deps, signal)
    if (orphans.length > known) {
      deps.log.error({ known, unknown: orphans.length }, 'the archives do not belong to this database')
      return
    }
    for (const orphan of orphans) {
      if (signal.aborted) return
      await removeOrphan(deps, orphan)
    }
  },
})

interface Orphan {
  key: string
  digest: string
}

async function lookAtAll(deps: Deps, signal: AbortSignal): Promise<{ known: number; orphans: Orphan[] }> {
  const before = deps.now().getTime() - orphanDays * 86_400_000
  const orphans: Orphan[] = []
  let known = 0
  for await (const { key, modifiedAt } of deps.blobs.list('archives/')) {
    if (signal.aborted) break
    const [, digest] = /([0-9a-f]{64})\.zip$/.exec(key) ?? []
    if (digest === undefined) continue
    if (await hasArchive(deps.db, digest)) known++
    else if (modifiedAt.getTime() < before) orphans.push({ key, digest })
  }
  return { known, orphans }
}

async function removeOrphan(deps: Deps, { key, digest }: Orphan): Promise<void> {
  await transact(deps, async (tx) => {
    await lockArchive(tx, digest)
    if (!(await hasArchive(tx, digest))) await deps.blobs.delete(key)
  })
}
