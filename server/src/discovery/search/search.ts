import { trimEndOf } from '@nodeyard/analysis/text-search'
import { limits } from '@nodeyard/contract/limits'
import type { searchNodes as contract } from '@nodeyard/contract/nodes'
import type { QueryOf, ResponseOf } from '@nodeyard/contract/route'
import type { SearchSort } from '@nodeyard/contract/search'
import { mostFound, readSearchText, type SearchText } from '@nodeyard/contract/search-text'
import { offsetOf, type Page, servedPage, totalPages } from '../../ground/http/paging.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { filterByAccelerator, filterByOs } from '../../packs/nodes/listing/entry-filters.ts'
import { countFilteredNodes } from '../../packs/nodes/listing/sql.ts'
import { repositoryKey } from '../../packs/nodes/repository.ts'
import { visibilityFor } from '../../packs/nodes/visibility.ts'
import { correct } from './correct.ts'
import type { Deps } from './deps.ts'
import { type Entries, entriesOf } from './entries.ts'
import { daysBefore, facetsOf, noFacets } from './facets.ts'
import { type AskedFilter, toSearchFilter } from './filter.ts'
import { matchingNames } from './matching-names.ts'
import {
  bothOf,
  parseText,
  type TextQuery,
  toComfyNodeCondition,
  toComfyNodeRelevance,
  toCondition,
  toExactCondition,
  toLooseCondition,
  toLooseRelevance,
  toRelevance,
} from './query.ts'
import { readShownNodes } from './shown-nodes.ts'
import {
  countRising,
  listAllSorted,
  listBanned,
  listNewestSince,
  listSorted,
  type PlainSort,
  type SearchFilter,
  type SearchOrder,
} from './sql.ts'

type Query = QueryOf<typeof contract>
type Answer = ResponseOf<typeof contract>

/** So many of the most popular matches are compared by how well they match; the rest follows by popularity. */
const compared = 100
const mostExact = 50
const mostBanned = 100
/** With fewer, a typing error is likelier than a rare word. */
const fewHits = 5

/** What is looked for, understood. */
interface Search {
  text: TextQuery | undefined
  /** Where all of the words together find too little: some are enough. */
  isLoose?: boolean
  comfyNode: TextQuery | undefined
  filter: Omit<AskedFilter, 'condition'>
  sort: SearchSort
}

interface Found {
  ids: string[]
  total: number
}

/** Nodes that match everything that is asked for, best first; without a text all, the most popular first. */
export async function searchNodes(
  given: Pick<Deps, 'db' | 'config' | 'now' | 'log' | 'shownNodes' | 'entriesAtHand' | 'termsAtHand'>,
  actor: Actor,
  query: Query,
): Promise<Answer> {
  const served = servedPage(query, limits.nodePageSize)
  const deps = { ...given, entries: await entriesOf(given, actor) }
  const search = understand(deps, query)
  const { found, corrected, done } = search
    ? await findCorrected(deps, search, served)
    : { found: { ids: [], total: 0 }, corrected: undefined, done: undefined }
  const withBanned = search ? await addBanned(deps, actor, query, search, served, found) : found
  return {
    total: withBanned.total,
    nodes: await describe(deps, actor, withBanned.ids, done?.comfyNode ?? done?.text),
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(withBanned.total, served.limit),
    ...(corrected === undefined ? {} : { corrected }),
    ...(query.facets ? { facets: done ? await facetsOf(deps, toFilter(done), mostFound) : noFacets } : {}),
  }
}

/** Undefined when a text is given in which there is nothing to look up: only punctuation, say. */
function understand({ now }: Pick<Deps, 'now'>, query: Query): Search | undefined {
  const typed = readSearchText(query.search?.trim() ?? '')
  const asked = { text: typed.text, comfyNode: query.comfy_node_search?.trim() || (typed.comfyNode ?? '') }
  const text = parseText(asked.text)
  const comfyNode = parseText(asked.comfyNode)
  if ((asked.text && !text) || (asked.comfyNode && !comfyNode)) return undefined
  return {
    text,
    comfyNode,
    filter: toAskedFilter(now(), query, typed),
    sort: query.sort ?? 'relevance',
  }
}

/** Parameters and operators mean the same; where both are given, the parameter counts, and of lists both. */
function toAskedFilter(now: Date, query: Query, typed: SearchText): Search['filter'] {
  const inputs = [...(query.input_type ?? []), ...typed.inputs].map((type) => type.toUpperCase())
  const outputs = [...(query.output_type ?? []), ...typed.outputs].map((type) => type.toUpperCase())
  const days = query.updated_within_days ?? typed.updatedWithinDays
  return {
    repository: spellRepository(query.repository_url_search ?? ''),
    publisherId: query.publisher_id ?? typed.publisher?.toLowerCase(),
    sockets: inputs.length + outputs.length > 0 ? { inputs, outputs } : undefined,
    narrowed: {
      os: filterByOs(query.supported_os ?? typed.os),
      accelerator: filterByAccelerator(query.supported_accelerator ?? typed.accelerator),
      tags: [...(query.tag ?? []), ...typed.tags].map((tag) => tag.trim().toLowerCase()),
      category: query.category ?? typed.category?.toLowerCase(),
      license: query.license ?? typed.license,
      state: query.state ?? typed.state,
      hasComfyNodes: query.has_nodes ?? typed.hasComfyNodes,
      changedAfter: days === undefined ? undefined : daysBefore(now, days),
    },
  }
}

/** A whole address in its one spelling; of a part of one, only what people write differently is dropped. */
function spellRepository(text: string): string | undefined {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^\w+:\/\/(www\.)?/, '')
  const part = trimEndOf(address, '/').replace(/\.git$/, '')
  return repositoryKey(text) ?? (part || undefined)
}

type Sources = Pick<Deps, 'db' | 'now' | 'termsAtHand'> & { entries: Entries }

/** As typed; when that finds little, also with its typing errors put right, and at last by some of its words. */
async function findCorrected(deps: Sources, search: Search, served: Page) {
  const found = await find(deps, search, served)
  const asTyped = { found, corrected: undefined, done: search }
  if (!search.text || found.total >= fewHits) return asTyped
  const correction = await correct(deps.termsAtHand, search.text)
  const corrected = correction && { ...search, text: correction.query }
  const more = corrected && (await find(deps, corrected, served))
  if (corrected && more && more.total > found.total)
    return { found: more, corrected: correction.text, done: corrected }
  if (search.text.terms.length < 2) return asTyped
  const loose = { ...(corrected ?? search), isLoose: true }
  const some = await find(deps, loose, served)
  return some.total > 0 ? { found: some, corrected: correction?.text, done: loose } : asTyped
}

async function find({ db, entries, now }: Sources, search: Search, served: Page): Promise<Found> {
  const asked = toFilter(search)
  const offset = offsetOf(served)
  if (search.sort !== 'relevance')
    return findSorted({ db, entries }, asked, search.sort, { now: now(), ...served, offset })
  const filter = toSearchFilter(asked, now())
  const order = toOrder(search)
  if (!search.text && !search.comfyNode && !search.filter.repository) {
    const [ids, total] = await Promise.all([
      entries.listByPopularity(filter, order, { limit: served.limit, offset }),
      isEmpty(filter)
        ? countFilteredNodes(db, { statuses: ['active'] })
        : entries.countEntries(filter, mostFound),
    ])
    return { ids, total }
  }
  const {
    nodeIds: best,
    exact,
    total,
  } = await entries.listBest(filter, order, {
    compared,
    exact: mostExact,
    counted: mostFound,
  })
  const end = Math.min(offset + served.limit, total)
  const ids = best.slice(offset, end)
  const missing = end - Math.max(offset, best.length)
  if (missing > 0) {
    const rest = { limit: missing, offset: Math.max(offset, best.length) - exact }
    ids.push(...(await entries.listByPopularity(filter, order, rest)))
  }
  return { ids, total }
}

async function findSorted(
  { db, entries }: Pick<Sources, 'db' | 'entries'>,
  asked: AskedFilter,
  sort: PlainSort,
  part: { now: Date; limit: number; offset: number },
): Promise<Found> {
  const filter = toSearchFilter(asked, part.now)
  if (isEmpty(filter)) {
    const [ids, total] = await Promise.all([
      listAllSorted(db, sort, part),
      sort === 'rising' ? countRising(db, mostFound) : countFilteredNodes(db, { statuses: ['active'] }),
    ])
    return { ids, total }
  }
  if (sort !== 'newest' && sort !== 'updated') return listSorted(db, filter, sort, part, mostFound)
  const total = await entries.countEntries(filter, mostFound)
  return { ids: await listNewest({ db, entries }, { asked, filter, sort, total }, part), total }
}

const dayMs = 86_400_000
/** The newest are looked for in a short time first, and in longer ones while they are too few. */
const triedDays = [30, 120, 480]

async function listNewest(
  { db, entries }: Pick<Sources, 'db' | 'entries'>,
  {
    asked,
    filter,
    sort,
    total,
  }: { asked: AskedFilter; filter: SearchFilter; sort: 'newest' | 'updated'; total: number },
  part: { now: Date; limit: number; offset: number },
): Promise<string[]> {
  const wanted = Math.min(part.offset + part.limit, total)
  if (total === mostFound)
    for (const days of triedDays) {
      const since = new Date(part.now.getTime() - days * dayMs)
      const found = await entries.listNewestSince(changedSince(asked, since, part.now), sort, {
        ...part,
        since,
      })
      if (found.total >= wanted) return found.ids
    }
  return (await listNewestSince(db, filter, sort, { ...part, since: new Date(0) })).ids
}

/** A node is not newer than its last change. */
function changedSince(asked: AskedFilter, since: Date, now: Date): SearchFilter {
  const { changedAfter = since } = asked.narrowed ?? {}
  const later = changedAfter > since ? changedAfter : since
  return toSearchFilter({ ...asked, narrowed: { ...asked.narrowed, changedAfter: later } }, now)
}

/** Whether nothing is asked for. */
const isEmpty = (filter: SearchFilter) => Object.keys(filter).length === 0

function toFilter({ text, isLoose, comfyNode, filter }: Search): AskedFilter {
  const conditions = [
    ...(text ? [isLoose ? toLooseCondition(text) : toCondition(text)] : []),
    ...(comfyNode ? [toComfyNodeCondition(comfyNode)] : []),
  ]
  return { ...filter, condition: conditions.length > 0 ? bothOf(conditions) : undefined }
}

function toOrder({ text, isLoose, comfyNode }: Search): SearchOrder {
  const ofText = text && (isLoose ? toLooseRelevance(text) : toRelevance(text))
  return {
    exact: text ? toExactCondition(text) : undefined,
    relevance: comfyNode ? toComfyNodeRelevance(comfyNode) : ofText,
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
  const visible = visibilityFor(actor, { includeBanned: query.include_banned })
  const isSeen = visible.statuses.includes('banned') || visible.own?.statuses.includes('banned')
  if (!isSeen || search.comfyNode) return found
  const words = (search.text?.terms ?? []).map(({ whole }) => whole)
  const { repository, publisherId, narrowed: { os, accelerator } = {} } = search.filter
  const asked = {
    repository,
    publisherId,
    words,
    visible,
    ...(os ? { os } : {}),
    ...(accelerator ? { accelerator } : {}),
  }
  const banned = await listBanned(db, asked, mostBanned)
  const start = Math.max(0, offsetOf(served) - found.total)
  const shown = banned.slice(start, start + served.limit - found.ids.length)
  return { ids: [...found.ids, ...shown], total: found.total + banned.length }
}

async function describe(
  deps: Pick<Deps, 'db' | 'config' | 'shownNodes'>,
  actor: Actor,
  ids: readonly string[],
  text: TextQuery | undefined,
): Promise<Answer['nodes']> {
  if (ids.length === 0) return []
  const shown = isAdmin(actor)
    ? await readShownNodes(deps, ids, { forAdmins: true })
    : await deps.shownNodes.list(ids)
  return shown.map(({ node, comfyNodeNames }) => {
    const matched = text ? matchingNames(text, comfyNodeNames) : []
    return { ...node, ...(matched.length > 0 ? { matched_comfy_nodes: matched } : {}) }
  })
}
