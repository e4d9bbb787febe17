import { sql } from 'kysely'
import type { Tx } from '../../../ground/db/database.ts'
import type { StoredTypes } from '../../../packs/comfy-nodes/sockets.ts'

export interface TypedComfyNode extends StoredTypes {
  name: string
}

export interface TypedNode {
  id: string
  /** Sorted by name. */
  comfyNodes: TypedComfyNode[]
}

/** Reads up to `limit` listed nodes that follow a node id, with the comfy-nodes of their latest versions or readings. */
export async function readTypesAfter(tx: Tx, nodeId: string, limit: number): Promise<TypedNode[]> {
  const { rows } = await sql<TypedNode>`
    select e.node_id as id, coalesce((
      select json_agg(json_build_object('name', c.name, 'input_types', c.input_types,
        'return_types', c.return_types, 'return_names', c.return_names, 'output_is_list', c.output_is_list)
        order by c.name)
      from comfy_nodes c where c.version_id = n.facts_id and c.policy <> 'banned'), '[]') as "comfyNodes"
    from catalogue_entries e join nodes n on n.id = e.node_id
    where e.node_id > ${nodeId} and e.entry is not null
    order by e.node_id limit ${limit}::bigint`.execute(tx)
  return rows
}
