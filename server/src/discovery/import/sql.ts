import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { sql } from 'kysely'
import type { Tx } from '../../ground/db/database.ts'
import type { NamePlace, NodeStatus } from '../../ground/db/schema.ts'

/** A part of a comfy-node's name that shows which pack it belongs to. */
export interface NamePattern {
  place: NamePlace
  text: string
}

/** The columns of a node that an import writes. */
export interface NodeToWrite {
  id: string
  name: string
  description: string
  author: string
  repositoryUrl: string
  repositoryKey: string | undefined
  repositoryFolder: string
  stars: number
  tags: string[]
  preempted: string[]
  /** Sorted by code unit. */
  comfyNodeNames: string[]
  patterns: NamePattern[]
  /** The last change of the repository. */
  lastUpdate: Date | undefined
}

export interface StoredNode extends NodeToWrite {
  key: string
  publisherId: string
  status: NodeStatus
  hasVersions: boolean
}

/** Reads nodes by their normalized ids or repositories and locks their rows until the transaction ends. */
export async function lockNodes(
  tx: Tx,
  { ids, repositories }: { ids: readonly string[]; repositories: readonly string[] },
): Promise<StoredNode[]> {
  type Row = Omit<StoredNode, 'repositoryKey' | 'lastUpdate'> & {
    repositoryKey: string | null
    lastUpdate: Date | null
  }
  const { rows } = await sql<Row>`
    select nodes.normalized_id as key, nodes.id, nodes.name, nodes.description, nodes.author,
      nodes.repository_url as "repositoryUrl", nodes.repository_key as "repositoryKey",
      nodes.repository_folder as "repositoryFolder", nodes.github_stars as stars, nodes.tags,
      nodes.preempted_comfy_node_names as preempted, nodes.repository_changed_at as "lastUpdate",
      nodes.publisher_id as "publisherId", nodes.status,
      exists (select from node_versions where node_id = nodes.id) as "hasVersions",
      array(select name from comfy_node_hints where node_id = nodes.id) as "comfyNodeNames",
      coalesce((select json_agg(json_build_object('place', place, 'text', text))
        from comfy_node_patterns where node_id = nodes.id), '[]') as patterns
    from nodes where nodes.normalized_id = any(${ids}::text[])
      or (nodes.repository_key = any(${repositories}::text[]) and nodes.status <> 'deleted')
    order by nodes.id for update of nodes`.execute(tx)
  return rows.map(({ repositoryKey, lastUpdate, comfyNodeNames, ...node }) => ({
    ...node,
    repositoryKey: repositoryKey ?? undefined,
    lastUpdate: lastUpdate ?? undefined,
    // The collation of the database can differ.
    comfyNodeNames: comfyNodeNames.sort(),
  }))
}

const columns = sql`id text, name text, description text, author text, "repositoryUrl" text, "repositoryKey" text,
  "repositoryFolder" text, stars integer, tags text[], preempted text[], "lastUpdate" timestamptz`

const asRows = (nodes: readonly NodeToWrite[]) =>
  sql`json_to_recordset(${JSON.stringify(
    nodes.map(({ comfyNodeNames, patterns, ...node }) => node),
  )}::json) as listed (${columns})`

/**
 * Creates nodes of the unclaimed publisher and returns their ids, without those whose id or repository was taken
 * meanwhile. Their creation time is that of the last change in the list, so that old packs are not listed as new.
 */
export async function insertNodes(tx: Tx, nodes: readonly NodeToWrite[], now: Date): Promise<Set<string>> {
  if (nodes.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into nodes (id, publisher_id, name, description, author, repository_url, repository_key,
      repository_folder, tags, preempted_comfy_node_names, github_stars, github_stars_at, repository_changed_at,
      created_at, updated_at)
    select id, ${unclaimedPublisherId}, name, description, author, "repositoryUrl", "repositoryKey",
      "repositoryFolder", tags, preempted, stars, case when stars > 0 then ${now}::timestamptz end,
      "lastUpdate", least("lastUpdate", ${now}::timestamptz), ${now}::timestamptz
    from ${asRows(nodes)} order by id
    on conflict do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Updates nodes, except for their creation time, because it orders paged lists. */
export async function updateNodes(tx: Tx, nodes: readonly NodeToWrite[], now: Date): Promise<void> {
  if (nodes.length === 0) return
  await sql`
    update nodes set name = listed.name, description = listed.description, author = listed.author,
      repository_url = listed."repositoryUrl", repository_key = listed."repositoryKey",
      repository_folder = listed."repositoryFolder", tags = listed.tags,
      preempted_comfy_node_names = listed.preempted, github_stars = listed.stars,
      github_stars_at = case when nodes.github_stars <> listed.stars then ${now}::timestamptz
        else nodes.github_stars_at end,
      repository_changed_at = listed."lastUpdate",
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

export async function replacePatterns(tx: Tx, nodes: readonly NodeToWrite[]): Promise<void> {
  const rows = nodes.flatMap(({ id, patterns }) => patterns.map((pattern) => ({ node_id: id, ...pattern })))
  await sql`delete from comfy_node_patterns where node_id = any(${nodes.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
  if (rows.length === 0) return
  await tx
    .insertInto('comfy_node_patterns')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
