import { defined, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { type searchNodes as contract, maxFound, type Node, readSearchText } from '@nodeyard/contract/packs'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { findCoreName } from '../../packs/core-nodes/find.ts'
import { withLooks } from '../../packs/looks/looks.ts'
import { listNodesWithParts } from '../../packs/nodes/sql.ts'
import { toNode } from '../../packs/nodes/to-wire.ts'
import { visibilityFor } from '../../packs/nodes/visibility.ts'
import { countWorkflows } from '../../packs/workflows/sql.ts'
import type { Deps } from './deps.ts'
import { find, type SearchResult } from './engine/find.ts'
import { findComfyNodes, findNamed } from './engine/find-comfy-nodes.ts'
import type { IndexedNode, NodeIndex } from './engine/node-index.ts'
import { kinds } from './labels.ts'
import { parseQuestion, type SearchQuery } from './question.ts'
import { listBanned } from './sql.ts'

const maxBanned = 100

type Sources = Pick<Deps, 'db' | 'config' | 'now' | 'searchIndex'>

/** Finds nodes that meet all criteria, best match first; without a text, the most popular first. */
export async function searchNodes(
  deps: Sources,
  actor: Actor,
  query: SearchQuery,
): Promise<ResponseOf<typeof contract>> {
  const served = servedPage(query, limits.nodePageSize)
  const part = { limit: served.limit, offset: offsetOf(served) }
  const index = await deps.searchIndex.current(actor)
  const found = find(index, query, part, deps.now())
  const banned = await findBanned(deps, actor, query)
  const firstBanned = Math.max(0, part.offset - found.total)
  const bannedOfPart = banned.slice(firstBanned, firstBanned + part.limit - found.nodes.length)
  const total = found.total + banned.length
  const extra = query.facets ? await answer(deps, index, query, found) : {}
  const nodes = [
    ...(await showFound(deps, actor, found)),
    ...(await readNodes(deps, bannedOfPart, isAdmin(actor))),
  ]
  return {
    total,
    nodes: query.looks ? withCategories(await withLooks(deps.db, nodes), found) : nodes,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
    ...defined({ ...extra, corrected: found.corrected, facets: found.facets }),
  }
}

/** Returns the parts of a page of results that are not nodes. */
async function answer(
  { db, now, config }: Sources,
  index: NodeIndex,
  query: SearchQuery,
  found: SearchResult,
): Promise<Partial<ResponseOf<typeof contract>>> {
  const typed = query.search?.trim()
  if (!typed) return {}
  const { text, uses } = readSearchText(typed)
  const shown = { withReadings: config.readings.content !== 'none' }
  const [builtIn, workflows] = await Promise.all([
    findCoreName(db, typed),
    text || uses.length > 0 ? countWorkflows(db, { ...shown, search: text, uses: uses[0] }, maxFound) : 0,
  ])
  const named = builtIn === undefined ? findNamed(index, query, now()) : undefined
  return {
    ...defined({
      built_in: builtIn,
      comfy_node: named && {
        comfy_node_name: named.name,
        node_id: named.node.id,
        node_name: named.node.name,
      },
    }),
    kinds: {
      nodes: found.total,
      comfy_nodes: findComfyNodes(index, query, { limit: 0, offset: 0 }, now()).total,
      workflows,
    },
    words: found.words,
  }
}

type Looked = ResponseOf<typeof contract>['nodes']

function withCategories(nodes: Looked, found: SearchResult): Looked {
  const facets = new Map(found.nodes.map(({ node }) => [node.id, node.facets]))
  return nodes.map((node) => {
    const category = facets.get(node.id)?.find((facet) => facet.startsWith(kinds.category))
    return node.look && category ? { ...node, look: { ...node.look, category: category.slice(1) } } : node
  })
}

/** Finds banned nodes for actors that can see them. They follow all others and are not in the index. */
async function findBanned(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  query: SearchQuery,
): Promise<string[]> {
  const visible = visibilityFor(actor, { includeBanned: query.include_banned })
  const seesBanned = visible.statuses.includes('banned') || visible.own?.statuses.includes('banned')
  const question = seesBanned ? parseQuestion(query, now()) : undefined
  if (!question || question.comfyNode) return []
  const { repository, publisherId, narrowed: { os, accelerator } = {} } = question.filter
  const words = (question.text?.terms ?? []).map(({ whole }) => whole)
  return listBanned(db, { repository, publisherId, words, visible, os, accelerator }, maxBanned)
}

/** Reads nodes from the database for admins, who see more than the index contains. */
async function showFound(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { nodes }: SearchResult,
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
