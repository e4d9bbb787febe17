import { limits } from '@nodeyard/contract/limits'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { readUntilSize } from '../../ground/db/until-size.ts'

/** A signed pointer to a slice. */
export type SliceRow = Selectable<Schema['python_index_slices']>

export function findLastSlice(db: DbOrTx): Promise<SliceRow | undefined> {
  return db
    .selectFrom('python_index_slices')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Serializes issuing pointers and removing files. */
export async function lockSlices(tx: Tx): Promise<void> {
  await sql`lock table python_index_slices in share row exclusive mode`.execute(tx)
}

export async function insertSlice(tx: Tx, row: Insertable<Schema['python_index_slices']>): Promise<void> {
  await tx.insertInto('python_index_slices').values(row).execute()
}

/** Deletes all pointers but the last ones. Returns their digests, and those that remain. */
export async function deleteOldSlices(tx: Tx, kept: number): Promise<{ deleted: string[]; kept: string[] }> {
  const { rows } = await sql<{ digest: string }>`
    delete from python_index_slices where sequence not in (
      select sequence from python_index_slices order by sequence desc limit ${kept}::bigint)
    returning digest`.execute(tx)
  const left = await tx.selectFrom('python_index_slices').select('digest').execute()
  return { deleted: rows.map(({ digest }) => digest), kept: left.map(({ digest }) => digest) }
}

/** Lines that installers of a version follow. */
export interface RequirementsRow {
  node_id: string
  version: string
  dependencies: string[]
  /** Null if its archive was not read. */
  requirements: { file: string; line: number; text: string; kind: string }[] | null
}

/** Reads requirements of active versions. An empty number asks for the latest version. */
export async function findRequirements(
  db: DbOrTx,
  requested: readonly { place: number; nodeKey: string; number: string }[],
): Promise<(RequirementsRow & { place: number })[]> {
  const { rows: found } = await sql<{ place: number; id: string }>`
    select requested.place, v.id
    from unnest(
      ${requested.map(({ place }) => place)}::int[],
      ${requested.map(({ nodeKey }) => nodeKey)}::text[],
      ${requested.map(({ number }) => number)}::text[]
    ) as requested (place, node_key, number)
    join nodes n on n.normalized_id = requested.node_key and n.status = 'active'
    join node_versions v on v.node_id = n.id and v.status = 'active'
      and (case when requested.number = '' then v.id = n.latest_version_id else v.version = requested.number end)
    order by requested.place`.execute(db)
  const rows = await readRequirements(db, [...new Set(found.map(({ id }) => id))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ place, id }) => {
    const row = byId.get(id)
    return row ? [{ ...row, place }] : []
  })
}

/**
 * Reads the requirements of versions, in any status, in the order of their ids. Leaves out versions after those whose
 * requirements are as long as a check may read.
 */
export async function readRequirements(
  db: DbOrTx,
  versionIds: readonly string[],
): Promise<(RequirementsRow & { id: string })[]> {
  const read = async (ids: string[]) => {
    const { rows } = await sql<RequirementsRow & { id: string }>`
      select v.id, v.node_id, v.version, v.dependencies, a.requirements
      from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
      join node_versions v on v.id = asked.id left join version_analyses a on a.version_id = v.id
      order by asked.place`.execute(db)
    return rows
  }
  const { rows } = await readUntilSize(versionIds, {
    read,
    sizeOf: ({ dependencies, requirements }) =>
      lengthOf([...dependencies, ...(requirements ?? []).map(({ text }) => text)]),
    max: limits.checkedRequirementsLength,
  })
  return rows
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0)

/** Reads requirements of the newest active versions of nodes, newest first. */
export async function listNewestRequirements(
  db: DbOrTx,
  nodeIds: readonly string[],
  limit: number,
): Promise<RequirementsRow[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from unnest(${nodeIds}::text[]) as asked (id)
    cross join lateral (
      select * from node_versions v where v.node_id = asked.id and v.status = 'active' and v.yanked_at is null
      order by v.version_key desc limit ${limit}::bigint) v
    order by v.node_id, v.version_key desc`.execute(db)
  return readRequirements(
    db,
    rows.map(({ id }) => id),
  )
}

/** Reads all distinct requirement lines of active versions, in batches. */
export async function* readRequirementLines(db: DbOrTx, batchSize: number): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ line: string }>`
      select distinct line from (
        select unnest(v.dependencies) as line from node_versions v where v.status = 'active'
        union all
        select one ->> 'text' from node_versions v join version_analyses a on a.version_id = v.id,
          jsonb_array_elements(coalesce(a.requirements, '[]')) one where v.status = 'active'
          and one ->> 'kind' <> 'python'
      ) lines where line > ${last} order by line limit ${batchSize}::bigint`.execute(db)
    if (rows.length === 0) return
    yield rows.map(({ line }) => line)
    last = rows.at(-1)?.line ?? ''
  }
}
