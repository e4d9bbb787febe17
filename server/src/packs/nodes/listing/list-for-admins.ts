import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listNodesForAdmins as contract } from '@nodeyard/contract/safety'
import type { NodeStatus } from '../../../ground/db/schema.ts'
import { offsetOf, servedPage, totalPages } from '../../../ground/http/paging.ts'
import type { Deps } from '../deps.ts'
import { statusToWire, toNode } from '../to-wire.ts'
import { countByStatus, listFilteredNodes, type NodeFilter, type NodeOrder } from './sql.ts'

const allStatuses: readonly NodeStatus[] = ['active', 'draft', 'banned', 'deleted']

const orders = {
  id: [],
  newest: [{ by: 'created', descending: true }],
  downloads: [{ by: 'downloads', descending: true }],
  ranking: [
    { by: 'ranking', descending: false },
    { by: 'downloads', descending: true },
  ],
} as const satisfies Record<string, NodeOrder>

/** Lists nodes of every status. Source: API contract 37.2, 37.4, 37.6, 37.7. */
export async function listNodesForAdmins(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { search, status, publisherId, has, sort = 'id', ...requested }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const filter: NodeFilter = { statuses: allStatuses, text: search?.trim(), publisherId, has }
  const wanted = status ? allStatuses.filter((one) => statusToWire[one] === status) : allStatuses
  const served = servedPage(requested, limits.pageSize)
  const counted = await countByStatus(db, filter, limits.countedNodes)
  const { draft = 0, active = 0, banned = 0, deleted = 0 } = counted
  const counts = { active: active + draft, banned, deleted }
  const total = wanted.reduce((sum, one) => sum + (counted[one] ?? 0), 0)
  const found = await listFilteredNodes(
    db,
    { ...filter, statuses: wanted },
    {
      order: orders[sort],
      limit: served.limit,
      offset: offsetOf(served),
      isOfMany: total >= limits.countedNodes,
    },
  )
  return {
    nodes: found.map((parts) => toNode(config, parts, { forAdmins: true })),
    counts,
    total,
    ...served,
    totalPages: totalPages(total, served.limit),
  }
}
