import { limits } from '@nodeyard/contract/limits'
import type { searchNodes as contract } from '@nodeyard/contract/nodes'
import type { QueryOf, ResponseOf } from '@nodeyard/contract/route'
import type { Deps } from '../deps.ts'
import { offsetOf, type Page, servedPage, totalPages } from '../http/paging.ts'
import { filterByAccelerator, filterByOs } from '../nodes/entry-filters.ts'
import { repositoryKey } from '../nodes/repository.ts'
import { listNodesWithParts } from '../nodes/sql.ts'
import { toNode } from '../nodes/to-wire.ts'
import { visibilityFor } from '../nodes/visibility.ts'
import { type Actor, isAdmin } from '../permissions.ts'
import { correct } from './correct.ts'
import { matchingNames } from './matching-names.ts'
import {
  bothOf,
  parseText,
  type TextQuery,
  toComfyNodeCondition,
  toComfyNodeRelevance,
  toCondition,
  toExactCondition,
  toRelevance,
} from './query.ts'
import {
  countEntries,
  listBanned,
  listBest,
  listByPopularity,
  listComfyNodeNames,
  type SearchFilter,
  type SearchOrder,
} from './sql.ts'

type Query = QueryOf<typeof contract>
type Answer = ResponseOf<typeof contract>

/** So many of the most popular matches are compared by how well they match; the rest follows by popularity. */
const compared = 300
const mostExact = 50
const mostBanned = 100
/** Of a text; nobody reads further, and counting on would cost more than finding. */
export const mostCounted = 1000
/** With fewer, a typing error is likelier than a rare word. */
const fewHits = 5

/** What is looked for, understood. */
interface Search {
  text: TextQuery | undefined
  comfyNode: TextQuery | undefined
  /** In its one spelling. */
  repository: string | undefined
  filter: Pick<SearchFilter, 'os' | 'accelerator'>
}

interface Found {
  ids: string[]
  total: number
}

/** Nodes that match everything that is asked for, best first; without a text all, the most popular first. */
export async function searchNodes(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  query: Query,
): Promise<Answer> {
  const served = servedPage(query, limits.pageSize)
  const search = understand(query)
  const { found, corrected, text } = search
    ? await findCorrected(deps, search, served)
    : { found: { ids: [], total: 0 }, corrected: undefined, text: undefined }
  const withBanned = search ? await addBanned(deps, actor, query, search, served, found) : found
  return {
    total: withBanned.total,
    nodes: await describe(deps, actor, withBanned.ids, search?.comfyNode ?? text),
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(withBanned.total, served.limit),
    ...(corrected === undefined ? {} : { corrected }),
  }
}

/** Undefined when a text is given in which there is nothing to look up: only punctuation, say. */
function understand(query: Query): Search | undefined {
  const asked = { text: query.search?.trim() ?? '', comfyNode: query.comfy_node_search?.trim() ?? '' }
  const text = parseText(asked.text)
  const comfyNode = parseText(asked.comfyNode)
  if ((asked.text && !text) || (asked.comfyNode && !comfyNode)) return undefined
  const filter = {
    os: filterByOs(query.supported_os),
    accelerator: filterByAccelerator(query.supported_accelerator),
  }
  return { text, comfyNode, filter, repository: spellRepository(query.repository_url_search ?? '') }
}

/** A whole address in its one spelling; of a part of one, only what people write differently is dropped. */
function spellRepository(text: string): string | undefined {
  const part = text
    .trim()
    .toLowerCase()
    .replace(/^\w+:\/\/(www\.)?/, '')
    .replace(/(\.git)?\/*$/, '')
  return repositoryKey(text) ?? (part || undefined)
}

/** As typed; when that finds little, also with its typing errors put right. */
async function findCorrected(deps: Pick<Deps, 'db'>, search: Search, served: Page) {
  const found = await find(deps, search, served)
  const asTyped = { found, corrected: undefined, text: search.text }
  if (!search.text || found.total >= fewHits) return asTyped
  const correction = await correct(deps, search.text)
  if (!correction) return asTyped
  const more = await find(deps, { ...search, text: correction.query }, served)
  if (more.total <= found.total) return asTyped
  return { found: more, corrected: correction.text, text: correction.query }
}

async function find({ db }: Pick<Deps, 'db'>, search: Search, served: Page): Promise<Found> {
  const filter = toFilter(search)
  const order = toOrder(search)
  const offset = offsetOf(served)
  if (!search.text && !search.comfyNode && !search.repository) {
    const [ids, total] = await Promise.all([
      listByPopularity(db, filter, order, { limit: served.limit, offset }),
      countEntries(db, filter, Number.MAX_SAFE_INTEGER),
    ])
    return { ids, total }
  }
  const best = await listBest(db, filter, order, { compared, exact: mostExact })
  const exact = best.filter(({ isExact }) => isExact).length
  const isAll = best.length - exact < compared
  const total = isAll ? best.length : await countEntries(db, filter, mostCounted)
  const end = Math.min(offset + served.limit, total)
  const ids = best.slice(offset, end).map(({ nodeId }) => nodeId)
  const missing = end - Math.max(offset, best.length)
  if (missing > 0) {
    const rest = { limit: missing, offset: Math.max(offset, best.length) - exact }
    ids.push(...(await listByPopularity(db, filter, order, rest)))
  }
  return { ids, total }
}

function toFilter({ text, comfyNode, repository, filter }: Search): SearchFilter {
  const conditions = [
    ...(text ? [toCondition(text)] : []),
    ...(comfyNode ? [toComfyNodeCondition(comfyNode)] : []),
  ]
  return { ...filter, repository, condition: conditions.length > 0 ? bothOf(conditions) : undefined }
}

function toOrder({ text, comfyNode }: Search): SearchOrder {
  return {
    exact: text ? toExactCondition(text) : undefined,
    relevance: comfyNode ? toComfyNodeRelevance(comfyNode) : text ? toRelevance(text) : undefined,
  }
}

/** Banned nodes come behind all others, for those who may see them. */
async function addBanned(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: Query,
  search: Search,
  served: Page,
  found: Found,
): Promise<Found> {
  const { statuses, bannedOfOwner } = visibilityFor(actor, { includeBanned: query.include_banned })
  if ((!statuses.includes('banned') && bannedOfOwner === undefined) || search.comfyNode) return found
  const words = (search.text?.terms ?? []).map(({ whole }) => whole)
  const asked = { ...search.filter, repository: search.repository, words, ofOwner: bannedOfOwner }
  const banned = await listBanned(db, asked, mostBanned)
  const start = Math.max(0, offsetOf(served) - found.total)
  const shown = banned.slice(start, start + served.limit - found.ids.length)
  return { ids: [...found.ids, ...shown], total: found.total + banned.length }
}

async function describe(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  ids: readonly string[],
  text: TextQuery | undefined,
): Promise<Answer['nodes']> {
  if (ids.length === 0) return []
  const [nodes, names] = await Promise.all([
    listNodesWithParts(db, ids),
    text ? listComfyNodeNames(db, ids) : new Map<string, string[]>(),
  ])
  return nodes.map((parts) => {
    const matched = text ? matchingNames(text, names.get(parts.node.id) ?? []) : []
    return {
      ...toNode(config, parts, { forAdmins: isAdmin(actor) }),
      ...(matched.length > 0 ? { matched_comfy_nodes: matched } : {}),
    }
  })
}
