import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'

export type AdvisoryRow = Selectable<Schema['python_advisories']>

/** Inserts advisories, and replaces older ones. Returns the number of rows that changed. */
export async function storeAdvisories(
  tx: Tx,
  rows: readonly Insertable<Schema['python_advisories']>[],
): Promise<number> {
  if (rows.length === 0) return 0
  const stored = await tx
    .insertInto('python_advisories')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['id', 'package'])
        .doUpdateSet((eb) => ({
          summary: eb.ref('excluded.summary'),
          aliases: eb.ref('excluded.aliases'),
          severity: eb.ref('excluded.severity'),
          ranges: eb.ref('excluded.ranges'),
          versions: eb.ref('excluded.versions'),
          modified_at: eb.ref('excluded.modified_at'),
          withdrawn_at: eb.ref('excluded.withdrawn_at'),
          imported_at: eb.ref('excluded.imported_at'),
        }))
        .whereRef('python_advisories.modified_at', '<=', 'excluded.modified_at'),
    )
    .returning('id')
    .execute()
  return stored.length
}

/** Lists advisories of packages that are not withdrawn, in id order. */
export function listAdvisoriesOf(db: DbOrTx, packages: readonly string[]): Promise<AdvisoryRow[]> {
  return db
    .selectFrom('python_advisories')
    .selectAll()
    .where(sql<boolean>`package = any (${packages}::text[])`)
    .where('withdrawn_at', 'is', null)
    .orderBy('package')
    .orderBy('id')
    .execute()
}

export async function findLastImport(db: DbOrTx): Promise<Date | undefined> {
  const row = await db
    .selectFrom('python_advisories')
    .select((of) => of.fn.max('imported_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}
