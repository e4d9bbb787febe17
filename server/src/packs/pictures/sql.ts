import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'

/** Keeps two transactions from storing and deleting the picture of one digest at the same time. */
export async function lockPicture(tx: Tx, digest: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`picture ${digest}`}, 3))`.execute(tx)
}

/** Whether a node, a publisher or a reading shows this picture. */
export async function isPictureUsed(db: DbOrTx, digest: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from nodes where icon_upload = ${digest} and icon_upload <> '')
      or exists (select from nodes where banner_upload = ${digest} and banner_upload <> '')
      or exists (select from publishers where logo_upload = ${digest} and logo_upload <> '')
      or exists (select from reading_pictures where digest = ${digest}) as used`.execute(db)
  return rows[0]?.used === true
}
