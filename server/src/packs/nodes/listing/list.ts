import type { QueryOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listNodes as contract, NodePage } from '@nodeyard/contract/packs'
import { type Page, servedPage } from '../../../ground/http/paging.ts'
import { type Actor, isAdmin } from '../../../ground/permissions.ts'
import type { Deps } from '../deps.ts'
import { visibilityFor } from '../visibility.ts'
import { filterByAccelerator, filterByOs } from './entry-filters.ts'
import { readOrder } from './order.ts'
import { pageOfNodes } from './page.ts'

type Query = QueryOf<typeof contract>

/**
 * Lists the catalog. The program and platform that a caller reports do not filter anything. Source: API
 * contract 14.1, 30.
 */
export function listNodes(deps: Pick<Deps, 'db' | 'config'>, actor: Actor, query: Query): Promise<NodePage> {
  const filter = {
    ...visibilityFor(actor, {
      includeBanned: query.include_banned,
      byId: query.node_id !== undefined,
      deletedToo: true,
    }),
    ids: query.node_id,
    changedAfter: query.timestamp,
    os: filterByOs(query.supported_os),
    accelerator: filterByAccelerator(query.supported_accelerator),
  }
  const order = readOrder(query.sort)
  return pageOfNodes(deps, filter, servedPart(query), {
    ...(order ? { order } : {}),
    sight: { forAdmins: isAdmin(actor) },
  })
}

/**
 * Programs name all their installed packs and expect them in one response, however many. Source: clients 6.2.
 */
function servedPart({ page = 1, limit, node_id }: Query): Page {
  if (node_id && limit === undefined) return { page: Math.max(1, page), limit: Math.max(1, node_id.length) }
  return servedPage({ page, limit: limit ?? 0 }, limits.nodePageSize)
}
