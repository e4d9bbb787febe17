import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DbOrTx } from '../db/database.ts'
import { nodeKey } from '../db/node-key.ts'
import type { Schema } from '../db/schema.ts'

export type ComfyNodeRow = Selectable<Schema['comfy_nodes']>

/** By name. */
export function listComfyNodesOfVersion(
  db: DbOrTx,
  versionId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ComfyNodeRow[]> {
  return db
    .selectFrom('comfy_nodes')
    .selectAll()
    .where('version_id', '=', versionId)
    .orderBy('name')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countComfyNodesOfVersion(db: DbOrTx, versionId: string): Promise<number> {
  const { total } = await db
    .selectFrom('comfy_nodes')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where('version_id', '=', versionId)
    .executeTakeFirstOrThrow()
  return total
}

/** For each of these names, the other active nodes whose latest version has it, the most downloaded first. */
export async function listOtherProviders(
  db: DbOrTx,
  names: readonly string[],
  { nodeId, limit }: { nodeId: string; limit: number },
): Promise<{ name: string; nodeIds: string[] }[]> {
  const { rows } = await sql<{ name: string; nodeIds: string[] }>`
    select asked.name, others.ids as "nodeIds"
    from unnest(${names}::text[]) as asked (name)
    cross join lateral (
      select array_agg(id order by downloads desc, id) as ids from (
        select n.id, n.downloads
        from comfy_nodes c join nodes n on n.latest_version_id = c.version_id
        where c.name = asked.name and n.status = 'active' and n.id <> ${nodeId}
        order by n.downloads desc, n.id limit ${limit}::int
      ) as best
    ) as others
    where others.ids is not null`.execute(db)
  return rows
}

export function findComfyNode(
  db: DbOrTx,
  versionId: string,
  name: string,
): Promise<ComfyNodeRow | undefined> {
  return db
    .selectFrom('comfy_nodes')
    .selectAll()
    .where('version_id', '=', versionId)
    .where('name', '=', name)
    .executeTakeFirst()
}

export interface ComfyNodeFilter {
  /** In any letter case. */
  nodeId?: string | undefined
  /** A stored number. */
  version?: string | undefined
  name?: string | undefined
}

export interface ListedComfyNode extends ComfyNodeRow {
  node_id: string
  version: string
}

/** Of active versions of active nodes, in an order that does not change. */
export async function listListedComfyNodes(
  db: DbOrTx,
  filter: ComfyNodeFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedComfyNode[]> {
  const { rows } = await sql<ListedComfyNode>`
    select c.*, v.node_id, v.version ${listed(filter)}
    order by c.version_id, c.name limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countListedComfyNodes(db: DbOrTx, filter: ComfyNodeFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${listed(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

function listed({ nodeId, version, name }: ComfyNodeFilter): RawBuilder<unknown> {
  const conditions = [sql`v.status = 'active'`, sql`n.status = 'active'`]
  if (nodeId !== undefined) conditions.push(sql`n.normalized_id = ${nodeKey(nodeId)}`)
  if (version !== undefined) conditions.push(sql`v.version = ${version}`)
  if (name !== undefined) conditions.push(sql`c.name = ${name}`)
  return sql`
    from comfy_nodes c join node_versions v on v.id = c.version_id join nodes n on n.id = v.node_id
    where ${sql.join(conditions, sql` and `)}`
}

/**
 * The active node that provides a comfy-node of this name in its latest version; else one without a version of
 * which an import says so. The best of several first. Source: API contract 14.5.
 */
export async function findProvider(
  db: DbOrTx,
  name: string,
): Promise<{ nodeId: string; isVerified: boolean } | undefined> {
  const { rows } = await sql<{ nodeId: string; isVerified: boolean }>`
    select n.id as "nodeId", provider.is_verified as "isVerified"
    from (
      select v.node_id, true as is_verified
      from comfy_nodes c join node_versions v on v.id = c.version_id where c.name = ${name}
        and exists (select from nodes where latest_version_id = v.id)
      union all
      select h.node_id, false from comfy_node_hints h where h.name = ${name}
        and exists (select from nodes where id = h.node_id and latest_version_id is null)
    ) as provider
    join nodes n on n.id = provider.node_id
    where n.status = 'active'
    order by provider.is_verified desc, (n.preempted_comfy_node_names @> array[${name}]::text[]) desc,
      coalesce(n.search_ranking, 5), n.downloads desc, n.created_at, n.id
    limit 1`.execute(db)
  return rows[0]
}
