import { limits } from '@nodeyard/contract/limits'
import type { searchNodes as contract, Node } from '@nodeyard/contract/nodes'
import type { ResponseOf } from '@nodeyard/contract/route'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { withLooks } from '../../packs/looks/looks.ts'
import { listNodesWithParts } from '../../packs/nodes/sql.ts'
import { toNode } from '../../packs/nodes/to-wire.ts'
import { visibilityFor } from '../../packs/nodes/visibility.ts'
import type { Deps } from './deps.ts'
import { type Answer, find } from './engine/find.ts'
import type { IndexedNode } from './engine/node-index.ts'
import { type SearchQuery, understand } from './question.ts'
import { listBanned } from './sql.ts'

const mostBanned = 100

type Sources = Pick<Deps, 'db' | 'config' | 'now' | 'searchIndex'>

/** Nodes that match everything that is asked for, best first; without a text all, the most popular first. */
export async function searchNodes(
  deps: Sources,
  actor: Actor,
  query: SearchQuery,
): Promise<ResponseOf<typeof contract>> {
  const served = servedPage(query, limits.nodePageSize)
  const part = { limit: served.limit, offset: offsetOf(served) }
  const found = find(await deps.searchIndex.current(actor), query, part, deps.now())
  const banned = await findBanned(deps, actor, query)
  const firstBanned = Math.max(0, part.offset - found.total)
  const bannedOfPart = banned.slice(firstBanned, firstBanned + part.limit - found.nodes.length)
  const total = found.total + banned.length
  const nodes = [
    ...(await showFound(deps, actor, found)),
    ...(await readNodes(deps, bannedOfPart, isAdmin(actor))),
  ]
  return {
    total,
    nodes: query.looks ? await withLooks(deps.db, nodes) : nodes,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
    ...(found.corrected === undefined ? {} : { corrected: found.corrected }),
    ...(found.facets ? { facets: found.facets } : {}),
  }
}

/** Banned nodes come after all others, for those who can see them. The index does not have them: there are few. */
async function findBanned(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  query: SearchQuery,
): Promise<string[]> {
  const visible = visibilityFor(actor, { includeBanned: query.include_banned })
  const isSeen = visible.statuses.includes('banned') || visible.own?.statuses.includes('banned')
  const question = isSeen ? understand(query, now()) : undefined
  if (!question || question.comfyNode) return []
  const { repository, publisherId, narrowed: { os, accelerator } = {} } = question.filter
  const words = (question.text?.terms ?? []).map(({ whole }) => whole)
  return listBanned(db, { repository, publisherId, words, visible, os, accelerator }, mostBanned)
}

/** Admins see more of a node than the index has. */
async function showFound(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { nodes }: Answer,
): Promise<ResponseOf<typeof contract>['nodes']> {
  const ids = nodes.map(({ node }) => node.id)
  const read = isAdmin(actor) ? await readNodes(deps, ids, true) : undefined
  const readById = read && new Map(read.map((node) => [node.id, node]))
  return nodes.flatMap(({ node, matchedComfyNodes }) => {
    const shown = readById ? readById.get(node.id) : toShown(node)
    const matched = matchedComfyNodes.length > 0 ? { matched_comfy_nodes: matchedComfyNodes } : {}
    return shown ? [{ ...shown, ...matched }] : []
  })
}

function toShown({ card, downloads }: IndexedNode): Node {
  const node: Node = JSON.parse(card)
  return { ...node, downloads }
}

async function readNodes(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  ids: readonly string[],
  forAdmins: boolean,
): Promise<Node[]> {
  if (ids.length === 0) return []
  return (await listNodesWithParts(db, ids)).map((parts) => toNode(config, parts, { forAdmins }))
}
