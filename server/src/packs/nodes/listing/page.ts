import type { NodePage } from '@nodeyard/contract/packs'
import { offsetOf, type Page, totalPages } from '../../../ground/http/paging.ts'
import type { Deps } from '../deps.ts'
import { type NodeSight, toNode } from '../to-wire.ts'
import { countFilteredNodes, listFilteredNodes, type NodeFilter, type NodeOrder } from './sql.ts'

/**
 * Creation order never changes while a client pages. An entry that moved to a page already read would be
 * lost. Source: clients 5.1.
 */
export const stableOrder: NodeOrder = [{ by: 'created', descending: false }]

export async function pageOfNodes(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  filter: NodeFilter,
  served: Page,
  { order = stableOrder, sight }: { order?: NodeOrder; sight: NodeSight },
): Promise<NodePage> {
  const [found, total] = await Promise.all([
    listFilteredNodes(db, filter, { order, limit: served.limit, offset: offsetOf(served) }),
    countFilteredNodes(db, filter),
  ])
  return {
    total,
    nodes: found.map((parts) => toNode(config, parts, sight)),
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}
