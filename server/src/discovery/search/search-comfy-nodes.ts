import { defined, type QueryOf, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { searchComfyNodes as contract } from '@nodeyard/contract/packs'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { Actor } from '../../ground/permissions.ts'
import { sketchOf } from '../../packs/looks/looks.ts'
import type { Deps } from './deps.ts'
import { findComfyNodes } from './engine/find-comfy-nodes.ts'
import { listDrawnComfyNodes } from './sql.ts'

/** Lists comfy-nodes by name or sockets, with a drawing of each. */
export async function searchComfyNodes(
  { db, now, searchIndex }: Pick<Deps, 'db' | 'now' | 'searchIndex'>,
  actor: Actor,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const served = servedPage(query, limits.nodePageSize)
  const part = { limit: served.limit, offset: offsetOf(served) }
  const { total, found } = findComfyNodes(await searchIndex.current(actor), query, part, now())
  const rows = await listDrawnComfyNodes(
    db,
    found.map(({ node }) => node.id),
    found.map(({ name }) => name),
  )
  const rowsByKey = new Map(rows.map((row) => [`${row.node_id} ${row.name}`, row]))
  return {
    total,
    comfy_nodes: found.map(({ name, node }) => {
      const row = rowsByKey.get(`${node.id} ${name}`)
      return {
        comfy_node_name: name,
        node_id: node.id,
        node_name: node.name,
        description: row?.description ?? '',
        ...defined({ sketch: row && sketchOf(row) }),
      }
    }),
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}
