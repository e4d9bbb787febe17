import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'

export type CoreNodeRow = Selectable<Schema['core_comfy_nodes']>

/** Lists the imported comfy-nodes of the tool, or those of these names. */
export function listCoreRows(db: DbOrTx, names?: readonly string[]): Promise<CoreNodeRow[]> {
  const rows = db.selectFrom('core_comfy_nodes').selectAll()
  return (
    names ? rows.where((where) => where('name', '=', where.fn.any(where.val([...names])))) : rows
  ).execute()
}

const rowsAtOnce = 500

/** Inserts rows, and replaces those of the same names. */
export async function storeCoreRows(
  tx: Tx,
  rows: readonly Insertable<Schema['core_comfy_nodes']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('core_comfy_nodes')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          since: sql`excluded.since`,
          after: sql`excluded.after`,
          until: sql`excluded.until`,
          seen: sql`excluded.seen`,
          updated_at: sql`excluded.updated_at`,
        }),
      )
      .execute()
  }
}
