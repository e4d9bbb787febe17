import type { Insertable, Selectable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'

export type ReleaseRow = Selectable<Schema['release_notes']>

/** Lists notes, latest published first. */
export function listReleasesOf(
  db: DbOrTx,
  project: ReleaseRow['project'],
  limit: number,
): Promise<ReleaseRow[]> {
  return db
    .selectFrom('release_notes')
    .selectAll()
    .where('project', '=', project)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Stores a delivery id. Returns false if it is known. */
export async function rememberDelivery(tx: Tx, id: string, now: Date): Promise<boolean> {
  const stored = await tx
    .insertInto('webhook_deliveries')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Deletes delivery ids from before a time. */
export async function deleteDeliveries(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('received_at', '<', before).execute()
}

/** Returns undefined if the project already has a note for this version. */
export function insertRelease(
  tx: Tx,
  release: Insertable<Schema['release_notes']>,
): Promise<ReleaseRow | undefined> {
  return tx
    .insertInto('release_notes')
    .values(release)
    .onConflict((conflict) => conflict.columns(['project', 'version']).doNothing())
    .returningAll()
    .executeTakeFirst()
}
