import type { Tx } from '../../ground/db/database.ts'

/** An admin listed the version: a run of the pipeline that had begun to do so has nothing left to do. */
export async function finishListing(tx: Tx, versionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('version_steps')
    .set({ finished_at: now, failure: null, given_up: false })
    .where('version_id', '=', versionId)
    .where('finished_at', 'is', null)
    .where('started_at', 'is not', null)
    .execute()
}

/** So that the pipeline decides again. */
export async function forgetScan(tx: Tx, versionId: string): Promise<void> {
  await tx
    .deleteFrom('version_steps')
    .where('version_id', '=', versionId)
    .where('step', 'in', ['scanned', 'listed'])
    .execute()
}
