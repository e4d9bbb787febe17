import type { Tx } from '../../ground/db/database.ts'

/** Marks unfinished pipeline steps as done, because an admin has listed the version. */
export async function finishListing(tx: Tx, versionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('version_steps')
    .set({ finished_at: now, failure: null, given_up: false })
    .where('version_id', '=', versionId)
    .where('finished_at', 'is', null)
    .where('started_at', 'is not', null)
    .execute()
}

/** Deletes the scan and list steps, so that the pipeline decides again. */
export async function deleteScan(tx: Tx, versionId: string): Promise<void> {
  await tx
    .deleteFrom('version_steps')
    .where('version_id', '=', versionId)
    .where('step', 'in', ['scanned', 'listed'])
    .execute()
}
