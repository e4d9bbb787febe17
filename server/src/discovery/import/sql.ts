import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { sql } from 'kysely'
import type { Tx } from '../../ground/db/database.ts'
import type { NodeStatus } from '../../ground/db/schema.ts'

/** The columns of a node that an import writes. */
export interface NodeToWrite {
  id: string
  name: string
  description: string
  author: string
  repositoryUrl: string
  repositoryKey: string | undefined
  stars: number
  tags: string[]
  /** Sorted by code unit. */
  comfyNodeNames: string[]
  /** Defaults to the time of the import. */
  createdAt: Date | undefined
}

export interface StoredNode extends Omit<NodeToWrite, 'createdAt'> {
  publisherId: string
  status: NodeStatus
  hasVersions: boolean
}

/** Reads nodes by their normalized ids and locks their rows until the transaction ends. */
export async function lockNodes(tx: Tx, keys: readonly string[]): Promise<Map<string, StoredNode>> {
  const { rows } = await sql<StoredNode & { key: string; repositoryKey: string | null }>`
    select nodes.normalized_id as key, nodes.id, nodes.name, nodes.description, nodes.author,
      nodes.repository_url as "repositoryUrl", nodes.repository_key as "repositoryKey",
      nodes.github_stars as stars, nodes.tags, nodes.publisher_id as "publisherId", nodes.status,
      exists (select from node_versions where node_id = nodes.id) as "hasVersions",
      array(select name from comfy_node_hints where node_id = nodes.id) as "comfyNodeNames"
    from nodes where nodes.normalized_id = any(${keys}::text[])
    order by nodes.id for update of nodes`.execute(tx)
  return new Map(
    rows.map(({ key, repositoryKey, comfyNodeNames, ...node }) => [
      key,
      // The collation of the database can differ.
      { ...node, repositoryKey: repositoryKey ?? undefined, comfyNodeNames: comfyNodeNames.sort() },
    ]),
  )
}

/** Maps the keys of repositories to the ids of the nodes that own them. */
export async function findRepositoryHolders(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select repository_key as key, id from nodes
    where repository_key = any(${keys}::text[]) and status <> 'deleted'`.execute(tx)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

const columns = sql`id text, name text, description text, author text, "repositoryUrl" text, "repositoryKey" text,
  stars integer, tags text[], "createdAt" timestamptz`

const asRows = (nodes: readonly NodeToWrite[]) =>
  sql`json_to_recordset(${JSON.stringify(nodes.map(({ comfyNodeNames, ...node }) => node))}::json) as listed (${columns})`

/**
 * Creates nodes of the unclaimed publisher and returns their ids, without those whose id or repository was taken
 * meanwhile. Their creation time is that of the last change in the list, so that old packs are not listed as new.
 */
export async function insertNodes(tx: Tx, nodes: readonly NodeToWrite[], now: Date): Promise<Set<string>> {
  if (nodes.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into nodes (id, publisher_id, name, description, author, repository_url, repository_key, tags,
      github_stars, github_stars_at, created_at, updated_at)
    select id, ${unclaimedPublisherId}, name, description, author, "repositoryUrl", "repositoryKey", tags,
      stars, case when stars > 0 then ${now}::timestamptz end, least("createdAt", ${now}::timestamptz),
      ${now}::timestamptz
    from ${asRows(nodes)} order by id
    on conflict do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Updates nodes, except for their creation time, because it orders paged lists. */
export async function updateNodes(tx: Tx, nodes: readonly NodeToWrite[], now: Date): Promise<void> {
  if (nodes.length === 0) return
  await sql`
    update nodes set name = listed.name, description = listed.description, author = listed.author,
      repository_url = listed."repositoryUrl", repository_key = listed."repositoryKey", tags = listed.tags,
      github_stars = listed.stars,
      github_stars_at = case when nodes.github_stars <> listed.stars then ${now}::timestamptz
        else nodes.github_stars_at end,
      updated_at = ${now}
    from ${asRows(nodes)} where nodes.id = listed.id`.execute(tx)
}

export async function replaceHints(tx: Tx, nodes: readonly NodeToWrite[]): Promise<void> {
  const hints = nodes.flatMap(({ id, comfyNodeNames }) => comfyNodeNames.map((name) => ({ id, name })))
  const lists = { ids: hints.map(({ id }) => id), names: hints.map(({ name }) => name) }
  await sql`
    delete from comfy_node_hints where node_id = any(${nodes.map(({ id }) => id)}::text[])
      and (node_id, name) not in (select * from unnest(${lists.ids}::text[], ${lists.names}::text[]))`.execute(
    tx,
  )
  await sql`
    insert into comfy_node_hints (node_id, name)
    select * from unnest(${lists.ids}::text[], ${lists.names}::text[])
    on conflict do nothing`.execute(tx)
}
