import type { Insertable, Selectable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'

export type ReleaseRow = Selectable<Schema['release_notes']>

/** The latest published first. */
export function listReleasesOf(db: DbOrTx, project: string, limit: number): Promise<ReleaseRow[]> {
  return db
    .selectFrom('release_notes')
    .selectAll()
    .where('project', '=', project)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** False for a delivery that was received before. */
export async function rememberDelivery(tx: Tx, id: string, now: Date): Promise<boolean> {
  const stored = await tx
    .insertInto('webhook_deliveries')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

export async function forgetDeliveries(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('received_at', '<', before).execute()
}

/** Undefined when the project has a note of this version. */
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
