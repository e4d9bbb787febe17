import { limits } from '@nodeyard/contract/limits'
import { sql } from 'kysely'
import type { DbOrTx } from '../../ground/db/database.ts'
import { readUntilSize } from '../../ground/db/until-size.ts'
import { type Asked, factsOf, findOffered, type PackFacts } from '../../packs/facts/sql.ts'

/** Lines that installers of a version or a commit follow. */
export type RequirementsRow = PackFacts<'dependencies' | 'requirements'>

/** Reads requirements of versions of active nodes, and of readings. An empty text asks for what the node offers. */
export async function findRequirements(
  db: DbOrTx,
  requested: readonly Asked[],
): Promise<(RequirementsRow & { place: number })[]> {
  const found = await findOffered(db, requested)
  const rows = await readRequirements(db, [...new Set(found.map(({ id }) => id))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ place, id }) => {
    const row = byId.get(id)
    return row ? [{ ...row, place }] : []
  })
}

/**
 * Reads the requirements of versions, in any status, and of readings, in the order of their ids. Leaves out those after
 * requirements that are as long as a check may read.
 */
export async function readRequirements(db: DbOrTx, ids: readonly string[]): Promise<RequirementsRow[]> {
  const { rows } = await readUntilSize(ids, {
    read: (some) => factsOf(db, some, ['dependencies', 'requirements']),
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
        and not v.is_broken
      order by v.version_key desc limit ${limit}::bigint) v
    order by v.node_id, v.version_key desc`.execute(db)
  return readRequirements(
    db,
    rows.map(({ id }) => id),
  )
}

/** Reads all distinct requirement lines of active versions and of readings, in batches. */
export async function* readRequirementLines(db: DbOrTx, batchSize: number): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ line: string }>`
      select distinct line from (
        select unnest(v.dependencies) as line from node_versions v where v.status = 'active'
        union all
        select one ->> 'text' from node_versions v join version_analyses a on a.version_id = v.id,
          jsonb_array_elements(coalesce(a.requirements, '[]')) one where v.status = 'active'
          and one ->> 'kind' <> 'python'
        union all
        select one ->> 'text' from nodes n join version_analyses a on a.version_id = n.facts_id,
          jsonb_array_elements(coalesce(a.requirements, '[]')) one where n.status = 'active'
          and one ->> 'kind' <> 'python'
      ) lines where line > ${last} order by line limit ${batchSize}::bigint`.execute(db)
    if (rows.length === 0) return
    yield rows.map(({ line }) => line)
    last = rows.at(-1)?.line ?? ''
  }
}
