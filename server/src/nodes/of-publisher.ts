import { limits } from '@nodeyard/contract/limits'
import type { Node, NodePage } from '@nodeyard/contract/nodes'
import type { Deps } from '../deps.ts'
import { servedPage } from '../http/paging.ts'
import { type Actor, isAdmin } from '../permissions.ts'
import { pageOfNodes } from './page.ts'
import { visibilityFor } from './visibility.ts'

interface Asked {
  publisherId: string
  includeBanned: boolean | undefined
}

/** All of them; none of a publisher that does not exist. Source: API contract 11.1. */
export async function listPublisherNodes(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { publisherId, includeBanned }: Asked,
): Promise<Node[]> {
  const filter = { ...visibilityFor(actor, { includeBanned }), publisherId }
  const all = { page: 1, limit: Number.MAX_SAFE_INTEGER }
  const { nodes } = await pageOfNodes(deps, filter, all, { sight: { forAdmins: isAdmin(actor) } })
  return nodes
}

/** Source: API contract 11.2. */
export function listPublisherNodesPaged(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { publisherId, includeBanned, ...asked }: Asked & { page?: number; limit?: number },
): Promise<NodePage> {
  const filter = { ...visibilityFor(actor, { includeBanned }), publisherId }
  return pageOfNodes(deps, filter, servedPage(asked, limits.pageSize), {
    sight: { forAdmins: isAdmin(actor) },
  })
}
