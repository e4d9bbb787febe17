import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { offsetOf, type Page } from '../../ground/http/paging.ts'

export type ReplacementRow = Selectable<Schema['comfy_node_replacements']>

/** Replaces the replacements that a version's pack registers. */
export async function storeVersionReplacements(
  tx: Tx,
  versionId: string,
  rows: readonly Omit<Insertable<Schema['version_replacements']>, 'version_id'>[],
): Promise<void> {
  await tx.deleteFrom('version_replacements').where('version_id', '=', versionId).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('version_replacements')
    .values(rows.map((row) => ({ ...row, version_id: versionId })))
    .execute()
}

/** Lists the replacements that a version's pack registers, by name. */
export function listOfVersion(db: DbOrTx, versionId: string) {
  return db
    .selectFrom('version_replacements')
    .select(['old_name', 'new_name', 'details'])
    .where('version_id', '=', versionId)
    .execute()
}

export interface RegisteredReplacement {
  old_name: string
  new_name: string
  details: Record<string, unknown>
  node_id: string
  /** Whether the node itself provides the new comfy-node. */
  has_new: boolean
}

/**
 * Lists what packs register for these names. A pack cannot replace the comfy-nodes of another: registrations for names that
 * other active nodes provide are left out.
 */
export async function listRegistered(db: DbOrTx, names: readonly string[]): Promise<RegisteredReplacement[]> {
  const { rows } = await sql<RegisteredReplacement>`
    select r.old_name, r.new_name, r.details, n.id as node_id,
      exists (select from comfy_node_claims c where c.name = r.new_name and c.node_id = n.id) as has_new
    from version_replacements r join nodes n on n.facts_id = r.version_id and n.status = 'active'
    where r.old_name = any(${names}::text[])
      and not exists (
        select from comfy_node_claims c join nodes o on o.id = c.node_id and o.status = 'active'
        where c.name = r.old_name and c.node_id <> n.id)
      and not exists (
        select from comfy_node_hints h join nodes o on o.id = h.node_id and o.status = 'active'
        where h.name = r.old_name and h.node_id <> n.id)
    order by n.downloads desc, n.id, r.new_name`.execute(db)
  return rows
}

/** Lists stored replacements of these names that were not refused, of the tool or of active nodes. */
export async function listStored(db: DbOrTx, names: readonly string[]): Promise<ReplacementRow[]> {
  const { rows } = await sql<ReplacementRow>`
    select r.* from comfy_node_replacements r left join nodes n on n.id = r.node_id
    where r.old_name = any(${names}::text[]) and r.status <> 'refused'
      and (r.node_id is null or n.status = 'active')
    order by r.old_name, r.created_at, r.id`.execute(db)
  return rows
}

export function listOfNode(db: DbOrTx, nodeId: string): Promise<ReplacementRow[]> {
  return db
    .selectFrom('comfy_node_replacements')
    .selectAll()
    .where('node_id', '=', nodeId)
    .orderBy((of) => of('status', '<>', 'proposed'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1000)
    .execute()
}

export async function listPage(
  db: DbOrTx,
  { name, status }: { name?: string; status?: ReplacementRow['status'] },
  page: Page,
): Promise<{ rows: ReplacementRow[]; total: number }> {
  const named = name === undefined ? sql`true` : sql`(old_name = ${name} or new_name = ${name})`
  const all = status === undefined ? named : sql`${named} and status = ${status}`
  const { rows } = await sql<ReplacementRow>`
    select * from comfy_node_replacements where ${all}
    order by created_at desc, id limit ${page.limit}::bigint offset ${offsetOf(page)}::bigint`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from comfy_node_replacements where ${all}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Inserts a replacement. An earlier one of the same pair is replaced if `replaces` is set, and kept otherwise. */
export async function insertReplacement(
  tx: Tx,
  row: Insertable<Schema['comfy_node_replacements']>,
  { replaces }: { replaces: boolean },
): Promise<ReplacementRow | undefined> {
  return tx
    .insertInto('comfy_node_replacements')
    .values(row)
    .onConflict((conflict) => {
      const pair = conflict.columns(['old_name', 'new_name', 'node_id'])
      const { origin, status, details, decided_at = null } = row
      return replaces ? pair.doUpdateSet({ origin, status, details, decided_at }) : pair.doNothing()
    })
    .returningAll()
    .executeTakeFirst()
}

export function decide(
  tx: Tx,
  id: string,
  { nodeId, status, at }: { nodeId: string; status: 'confirmed' | 'refused'; at: Date },
): Promise<ReplacementRow | undefined> {
  return tx
    .updateTable('comfy_node_replacements')
    .set({ status, decided_at: at })
    .where('id', '=', id)
    .where('node_id', '=', nodeId)
    .where('origin', '=', 'inferred')
    .returningAll()
    .executeTakeFirst()
}

export function deleteReplacement(tx: Tx, id: string): Promise<ReplacementRow | undefined> {
  return tx.deleteFrom('comfy_node_replacements').where('id', '=', id).returningAll().executeTakeFirst()
}

export async function deleteToolReplacements(tx: Tx): Promise<void> {
  await tx.deleteFrom('comfy_node_replacements').where('origin', '=', 'tool').execute()
}

export interface ComfyNodeShape {
  name: string
  input_types: string
  return_types: string
}

/** Lists the comfy-nodes of a version, and of the highest active version below it. */
export async function listShapes(
  tx: Tx,
  version: { id: string; node_id: string },
): Promise<{ before: ComfyNodeShape[]; after: ComfyNodeShape[] }> {
  const { rows } = await sql<ComfyNodeShape & { is_new: boolean }>`
    with current as (select version_key from node_versions where id = ${version.id}),
    earlier as (
      select v.id from node_versions v, current
      where v.node_id = ${version.node_id} and v.status = 'active' and v.version_key < current.version_key
      order by v.version_key desc limit 1
    )
    select c.name, c.input_types, c.return_types, c.version_id = ${version.id} as is_new
    from comfy_nodes c where c.version_id in (select id from earlier union all select ${version.id}::uuid)
    order by c.name`.execute(tx)
  const { before = [], after = [] } = Object.groupBy(rows, ({ is_new }) => (is_new ? 'after' : 'before'))
  return { before, after }
}
