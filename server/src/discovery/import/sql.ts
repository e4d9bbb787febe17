import { sql } from 'kysely'
import type { Tx } from '../../ground/db/database.ts'
import type { NodeStatus } from '../../ground/db/schema.ts'
import type { NodeToWrite } from '../../packs/nodes/sql.ts'

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
