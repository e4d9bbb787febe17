import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { namedNodes } from '../../ground/db/node-key.ts'
import type { Schema } from '../../ground/db/schema.ts'

const batch = 500

export type ModelRow = Selectable<Schema['known_models']>

export async function storeModels(
  tx: Tx,
  rows: readonly Insertable<Schema['known_models']>[],
): Promise<void> {
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

export type RepositoryRow = Selectable<Schema['model_repositories']>

export async function storeRepositories(tx: Tx, rows: readonly RepositoryRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += batch)
    await tx
      .insertInto('model_repositories')
      .values(rows.slice(at, at + batch))
      .onConflict((conflict) =>
        conflict.column('url').doUpdateSet({
          license: (eb) => eb.ref('excluded.license'),
          is_gated: (eb) => eb.ref('excluded.is_gated'),
          imported_at: (eb) => eb.ref('excluded.imported_at'),
        }),
      )
      .execute()
}

/** Finds repositories by address. */
export async function findRepositories(
  db: DbOrTx,
  urls: readonly string[],
): Promise<Map<string, RepositoryRow>> {
  const rows = await db
    .selectFrom('model_repositories')
    .selectAll()
    .where(sql<boolean>`url = any(${urls}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.url, row]))
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

/** A model that the published version or the reading of a pack names with an address. */
export interface NamedByPack {
  node_id: string
  name: string
  url: string
  folder: string | null
  from: 'code' | 'example' | 'docs'
  is_page: boolean | null
}

/** More than are ever compared. */
const maxNaming = 5_000

/** Finds what packs name, by the comparable form of the name. The best known packs come first. */
export async function findNamedByPacks(
  db: DbOrTx,
  nameKeys: readonly string[],
): Promise<Map<string, NamedByPack[]>> {
  if (nameKeys.length === 0) return new Map()
  const { rows } = await sql<NamedByPack & { key: string }>`
    select n.id as node_id, lower(m.name) as key, m.name, m.url, m.folder, coalesce(m."from", 'code') as "from", m."isPage" as is_page
    from version_analyses a
    join nodes n on n.facts_id = a.version_id and n.status = 'active' and n.was_public
    cross join jsonb_to_recordset(a.traits -> 'models')
      as m (name text, url text, folder text, "from" text, "isPage" boolean)
    where model_names(a.traits) ?| ${nameKeys}::text[] and lower(m.name) = any(${nameKeys}::text[])
    order by n.downloads + 20 * n.github_stars desc, n.id
    limit ${maxNaming}::bigint`.execute(db)
  return Map.groupBy(rows, ({ key }) => key)
}

/** Finds the listed packs that these names mean, by index in the request. */
export async function listNamed(
  db: DbOrTx,
  ids: readonly string[],
): Promise<{ place: number; id: string }[]> {
  const { rows } = await sql<{ place: number; id: string }>`
    select named.place, n.id from ${namedNodes(ids)} as named
    join nodes n on n.id = named.id and n.status = 'active' and n.was_public`.execute(db)
  return rows
}
