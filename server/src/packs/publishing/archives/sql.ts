import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import { lockNames } from '../queue/sql.ts'

/** Locks an archive until the transaction ends, so that its blob and its row change together. */
export function lockArchive(tx: Tx, digest: string): Promise<void> {
  return lockNames(tx, digest)
}

export async function insertArchive(tx: Tx, digest: string, sizeBytes: number, now: Date): Promise<void> {
  await tx
    .insertInto('archives')
    .values({ digest, size_bytes: sizeBytes, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hasArchive(tx: DbOrTx, digest: string): Promise<boolean> {
  const row = await tx.selectFrom('archives').select('digest').where('digest', '=', digest).executeTakeFirst()
  return row !== undefined
}

export interface NamedArchive {
  digest: string
  size_bytes: number
  /** Node and number of each version with this archive. */
  versions: string[]
}

/** Lists archives by digest, starting after `after`. */
export async function listArchives(
  db: DbOrTx,
  { after, limit }: { after: string; limit: number },
): Promise<NamedArchive[]> {
  const { rows } = await sql<NamedArchive>`
    select a.digest, a.size_bytes, array(
      select v.node_id || ' ' || v.version from node_versions v where v.archive_digest = a.digest
      order by v.node_id, v.version limit 5
    ) as versions
    from archives a where a.digest > ${after} order by a.digest limit ${limit}`.execute(db)
  return rows
}

/** Deletes the row of an archive that no version uses. */
export async function deleteUnusedArchive(tx: Tx, digest: string): Promise<void> {
  await tx
    .deleteFrom('archives')
    .where('digest', '=', digest)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('node_versions').select('id').where('archive_digest', '=', digest))),
    )
    .execute()
}
