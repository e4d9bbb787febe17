import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'

export type ModelRow = Selectable<Schema['known_models']>

export async function storeModels(
  tx: Tx,
  rows: readonly Insertable<Schema['known_models']>[],
): Promise<void> {
  const batch = 500
  for (let at = 0; at < rows.length; at += batch)
    await tx
      .insertInto('known_models')
      .values(rows.slice(at, at + batch))
      .onConflict((conflict) =>
        conflict.columns(['name_key', 'folder', 'url']).doUpdateSet({
          sha256: (eb) => eb.fn.coalesce('excluded.sha256', 'known_models.sha256'),
          size_bytes: (eb) => eb.fn.coalesce('excluded.size_bytes', 'known_models.size_bytes'),
        }),
      )
      .execute()
}

export async function countModels(db: DbOrTx): Promise<number> {
  const { count } = await db
    .selectFrom('known_models')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds models by comparable name or hash. Those with a hash come first, then those of lists. */
export async function findModels(
  db: DbOrTx,
  requested: readonly { place: number; nameKey: string; sha256: string }[],
  limit: number,
): Promise<(ModelRow & { place: number })[]> {
  const { rows } = await sql<ModelRow & { place: number }>`
    select requested.place, m.* from unnest(
      ${requested.map(({ place }) => place)}::int[],
      ${requested.map(({ nameKey }) => nameKey)}::text[],
      ${requested.map(({ sha256 }) => sha256)}::text[]
    ) as requested (place, name_key, sha256)
    cross join lateral (
      select * from known_models k
      where (requested.sha256 <> '' and k.sha256 = requested.sha256)
        or (requested.name_key <> '' and k.name_key = requested.name_key)
      order by (k.sha256 is not distinct from nullif(requested.sha256, '')) desc, k.sha256 is null, k.source, k.url
      limit ${limit}::bigint) m
    order by requested.place`.execute(db)
  return rows
}
