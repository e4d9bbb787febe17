import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listComfyNodes as contract } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { offsetOf, servedPage } from '../../ground/http/paging.ts'
import { countListedComfyNodes, listListedComfyNodes } from './sql.ts'
import { toComfyNode } from './to-wire.ts'

/** Lists the comfy-nodes of all active versions. Source: API contract 16.5. */
export async function listComfyNodes(
  db: DbOrTx,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const filter = { nodeId: query.node_id, version: query.node_version, name: query.comfy_node_name }
  const served = servedPage({ ...query, limit: query.pageSize ?? 0 }, limits.comfyNodePageSize)
  const [rows, total] = await Promise.all([
    listListedComfyNodes(db, filter, { limit: served.limit, offset: offsetOf(served) }),
    countListedComfyNodes(db, filter),
  ])
  return {
    comfy_nodes: rows.map((row) => ({
      ...toComfyNode(row),
      node_id: row.node_id,
      node_version: row.version,
    })),
    total,
    page: served.page,
    page_size: served.limit,
  }
}
