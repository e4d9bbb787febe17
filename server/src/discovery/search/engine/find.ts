import { maxFound, type SearchFacets } from '@nodeyard/contract/packs'
import { allOf, anyOf, type Relevance, wordCondition } from '../condition.ts'
import { marks } from '../document.ts'
import { type Criteria, socketCondition, toSearchFilter } from '../filter.ts'
import { matchingNames, maxNames } from '../matching-names.ts'
import { readPasted } from '../pasted.ts'
import {
  parseText,
  type TextQuery,
  toComfyNodeCondition,
  toComfyNodeRelevance,
  toCondition,
  toExactCondition,
  toParts,
  toRelevance,
  toTaskCondition,
  wordsToMark,
} from '../query.ts'
import { parseQuestion, type Question, type SearchQuery } from '../question.ts'
import { compact } from '../tokens.ts'
import { correct } from './correct.ts'
import { byCoverage, coveringOf } from './coverage.ts'
import { facetsOf, noFacets } from './facets.ts'
import type { Matcher } from './matcher.ts'
import type { IndexedNode, NodeIndex, Part, SearchFilter } from './node-index.ts'

/** Only this many of the most popular matches are ranked by relevance. The rest follow by popularity. */
const maxRanked = 100
const maxExact = 50
/** With fewer matches, a typing error is more likely than a rare word. */
const minMatches = 5

export interface SearchResult {
  total: number
  nodes: { node: IndexedNode; matchedComfyNodes: string[] }[]
  /** The corrected text, if the result is for that. */
  corrected?: string
  facets?: SearchFacets
  /** See `wordsToMark`. */
  words: string[]
}

interface Search {
  index: NodeIndex
  matcher: Matcher
  now: Date
}

/** Finds nodes that meet all criteria, best match first; without a text, the most popular first. */
export function find(index: NodeIndex, query: SearchQuery, part: Part, now: Date): SearchResult {
  index.matcher().forgetIfFull()
  return findPasted(index, query, part, now) ?? findWords(index, query, part, now)
}

/** Finds the nodes of a pasted address, error text or list of names. Returns undefined for a query in words. */
function findPasted(index: NodeIndex, query: SearchQuery, part: Part, now: Date): SearchResult | undefined {
  const matcher = index.matcher()
  const isComfyNode = (name: string) => matcher.count(marks.comfyNode + compact(name)) > 0
  const pasted = query.search ? readPasted(query.search, isComfyNode) : undefined
  if (!pasted) return undefined
  const { search: _, ...others } = query
  if (pasted.repository !== undefined)
    return findRepository(
      { index, matcher, now },
      others,
      { repository: pasted.repository, words: pasted.words },
      part,
    )
  if (pasted.names.length > 0) {
    const found = findProviders({ index, matcher, now }, { ...others, names: pasted.names }, part)
    if (found.total > 0) return found
  }
  return pasted.words ? findWords(index, { ...others, search: pasted.words }, part, now) : nothing(query)
}

/** Finds the nodes of a repository, or else those with exactly its name, such as its original. Similar names would be noise. */
function findRepository(
  search: Search,
  query: SearchQuery,
  { repository, words = '' }: { repository: string; words?: string | undefined },
  part: Part,
): SearchResult {
  for (const wanted of [{ repository_url_search: repository }, { search: words }]) {
    const question = parseQuestion({ ...query, ...wanted }, search.now)
    const exact = question ? listExact(search.index, question, toSearchFilter(toFilter(question))) : []
    if (!question || exact.length === 0) continue
    const filter = { ...question.filter, repository: undefined, slots: new Set(exact) }
    return answer(search, { ...question, text: undefined, filter }, query, part)
  }
  return nothing(query)
}

/** Finds the best provider of each name first, then the others by popularity. */
function findProviders(
  search: Search,
  { names, ...query }: SearchQuery & { names: readonly string[] },
  part: Part,
): SearchResult {
  const { index, now } = search
  const question = parseQuestion(query, now)
  const keys = names.map(compact)
  const conditions = keys.map((key) => wordCondition(marks.comfyNode + key, false, ['comfy']))
  const filter = toSearchFilter({ ...question?.filter, condition: anyOf(conditions) })
  const slots = index.list(filter, 'relevance', { limit: maxFound, offset: 0 })
  const best = names.flatMap((name, at) => {
    const text = parseText(name)
    const condition = conditions[at]
    const has = condition && search.matcher.test(condition, slots)
    const own = has ? slots.filter((slot) => has(slot)) : []
    return text ? compare(search, own, toComfyNodeRelevance(text)).slice(0, 1) : []
  })
  const ordered = [...new Set([...best, ...slots])]
  const wanted = new Set(keys)
  const nodes = ordered.slice(part.offset, part.offset + part.limit).flatMap((slot) => {
    const node = index.at(slot)
    const matched = (node?.comfyNodeNames ?? []).filter((name) => wanted.has(compact(name)))
    return node ? { node, matchedComfyNodes: matched } : []
  })
  return {
    total: ordered.length,
    nodes,
    words: [],
    ...(query.facets
      ? { facets: facetsOf(index, { ...question?.filter, condition: anyOf(conditions) }, now) }
      : {}),
  }
}

const nothing = ({ facets }: SearchQuery): SearchResult => ({
  total: 0,
  nodes: [],
  words: [],
  ...(facets ? { facets: noFacets } : {}),
})

function findWords(index: NodeIndex, query: SearchQuery, part: Part, now: Date): SearchResult {
  const question = parseQuestion(query, now)
  const search = { index, matcher: index.matcher(), now }
  return question ? answer(search, question, query, part) : nothing(query)
}

function answer(search: Search, question: Question, query: SearchQuery, part: Part): SearchResult {
  const { index, now } = search
  const { found, corrected, question: final } = findCorrected(search, question, part)
  const matchedIn = matchedNames(search, final, found.slots)
  const nodes = found.slots.flatMap((slot) => {
    const node = index.at(slot)
    return node ? { node, matchedComfyNodes: matchedIn(slot, node.comfyNodeNames) } : []
  })
  return {
    total: found.total,
    nodes,
    words: final.text ? wordsToMark(final.text) : [],
    ...(corrected === undefined ? {} : { corrected }),
    ...(query.facets ? { facets: facetsOf(index, toFilter(final), now) } : {}),
  }
}

/** Explains a match: the comfy-nodes with the sockets that are asked for, or else those that match the text. */
function matchedNames(
  { matcher }: Search,
  { text: anywhere, comfyNode, filter: { sockets } }: Question,
  slots: readonly number[],
): (slot: number, names: readonly string[]) => string[] {
  const text = comfyNode ?? anywhere
  const matching = (names: readonly string[]) => (text ? matchingNames(text, names) : [])
  if (!sockets) return (_, names) => matching(names)
  const placesOf = matcher.placesIn(slots, socketCondition(sockets))
  return (slot, names) => {
    const fitting = placesOf(slot).flatMap((place) => names[place] ?? [])
    return [...new Set([...matching(fitting), ...fitting])].slice(0, maxNames)
  }
}

interface Found {
  /** Slots of the nodes on the page. */
  slots: number[]
  total: number
}

interface Corrected {
  found: Found
  corrected?: string | undefined
  /** The question that produced the result. */
  question: Question
}

/** A text with as many words is a wish. Packs that have most of it are better than packs that have every word somewhere. */
const minTermsOfWish = 3

/** Searches for the text as typed. If that matches little, corrects typing errors, and finally drops words. */
function findCorrected(search: Search, question: Question, part: Part): Corrected {
  const { text } = question
  if (!text) return { found: findPart(search, question, part), question }
  const isWish = toParts(text).length >= minTermsOfWish
  const asTyped = isWish ? undefined : { found: findPart(search, question, part), question }
  if (asTyped && asTyped.found.total >= minMatches) return asTyped
  const correction = correct(search, text)
  const corrected = correction && { ...question, text: correction.query }
  const more = asTyped && corrected && findPart(search, corrected, part)
  if (more && more.total > asTyped.found.total)
    return { found: more, corrected: correction.text, question: corrected }
  if (asTyped && toParts(text).length < 2) return asTyped
  const spelled = correction?.query ?? text
  const most = { ...question, text: spelled, covering: coveringOf(search, spelled) }
  const some = findPart(search, most, part)
  return some.total > 0 || !asTyped ? { found: some, corrected: correction?.text, question: most } : asTyped
}

function findPart({ index, matcher }: Search, question: Question, part: Part): Found {
  const filter = toSearchFilter(toFilter(question))
  const { sort } = question
  const matches = index.list(filter, sort, { limit: maxFound, offset: 0 })
  if (!filter.condition && !filter.slots && !filter.accepts)
    return { slots: index.list(filter, sort, part), total: sort === 'rising' ? matches.length : index.size }
  const ordered = sort === 'relevance' ? bestFirst({ index, matcher }, question, filter, matches) : matches
  const end = Math.min(part.offset + part.limit, maxFound)
  return { slots: ordered.slice(part.offset, end), total: matches.length }
}

function bestFirst(
  search: Pick<Search, 'index' | 'matcher'>,
  question: Question,
  filter: SearchFilter,
  matches: readonly number[],
): number[] {
  const exact = listExact(search.index, question, filter)
  const isExact = new Set(exact)
  const others = matches.filter((slot) => !isExact.has(slot))
  const { covering, text } = question
  if (covering && text)
    return [...compare(search, exact, toRelevance(text)), ...byCoverage(search, text, covering, others)]
  const relevance = relevanceOf(question)
  const first = forTask(search, text, others)
  const ranked =
    first.length > 0 ? [...new Set([...first, ...others.slice(0, maxRanked)])] : others.slice(0, maxRanked)
  const isRanked = first.length > 0 ? new Set(ranked) : undefined
  return [
    ...compare(search, exact, relevance),
    ...(relevance.length > 0
      ? compare(search, ranked, relevance, text?.terms.length === 1 ? text.key : undefined)
      : byShare(search, question, ranked)),
    ...(isRanked ? others.filter((slot) => !isRanked.has(slot)) : others.slice(maxRanked)),
  ]
}

/** Keeps the most popular of the slots whose nodes are for the task that the text names, if it names one. */
function forTask(
  { matcher }: Pick<Search, 'matcher'>,
  text: TextQuery | undefined,
  slots: readonly number[],
): number[] {
  const condition = text && slots.length > maxRanked ? toTaskCondition(text) : undefined
  return condition ? slots.filter(matcher.test(condition)).slice(0, maxRanked) : []
}

/** Lists nodes with exactly this name, or without a text those of the repository. They come first whatever their popularity. */
function listExact(
  index: NodeIndex,
  { text, filter: { repository } }: Question,
  { condition, slots, accepts }: SearchFilter,
): number[] {
  const part = { limit: maxExact, offset: 0 }
  if (text) {
    const all = [toExactCondition(text), ...(condition ? [condition] : [])]
    return index
      .list({ condition: allOf(all), accepts }, 'relevance', part)
      .filter((slot) => slots?.has(slot) !== false)
  }
  if (!repository) return []
  // A text can be the whole name of one repository and a part of another's.
  const isWhole = (node: IndexedNode) => `/${node.repository}`.endsWith(`/${repository}`)
  const filter = { condition, accepts: (node: IndexedNode) => isWhole(node) && accepts?.(node) !== false }
  return index.list(filter, 'relevance', part)
}

function relevanceOf({ text, comfyNode }: Question): Relevance {
  if (comfyNode) return toComfyNodeRelevance(comfyNode)
  return text ? toRelevance(text) : []
}

/** The worth of an account's packs for a text that names the account. Only equal names are worth more. */
const ownerWorth = 5

export function compare(
  { index, matcher }: Pick<Search, 'index' | 'matcher'>,
  slots: readonly number[],
  relevance: Relevance,
  owner?: string,
): number[] {
  if (slots.length < 2 || relevance.length === 0) return [...slots]
  const worths = new Map<number, number>()
  for (const slot of owner ? slots : []) {
    const { repository = '', popularity = 0 } = index.at(slot) ?? {}
    if (compact(repository.split('/')[1] ?? '') === owner) worths.set(slot, ownerWorth * popularity)
  }
  for (const { when, worth } of relevance) {
    if (worths.size === slots.length) break
    const holds = matcher.test(when, slots)
    for (const slot of slots)
      if (!worths.has(slot) && holds(slot)) worths.set(slot, worth * (index.at(slot)?.popularity ?? 0))
  }
  return slots.toSorted((a, b) => (worths.get(b) ?? 0) - (worths.get(a) ?? 0))
}

/** Weight of the share of comfy-nodes with the wanted sockets, beside the popularity of a pack. */
const shareWeight = 4

/** Prefers packs that are for what was asked over large ones that have it, too. */
function byShare(
  { index, matcher }: Pick<Search, 'index' | 'matcher'>,
  { filter: { sockets } }: Question,
  slots: readonly number[],
): readonly number[] {
  if (!sockets) return slots
  const placesOf = matcher.placesIn(slots, socketCondition(sockets))
  const worth = (slot: number) => {
    const { comfyNodeNames, popularity = 0 } = index.at(slot) ?? {}
    const share = placesOf(slot).length / (comfyNodeNames?.length || 1)
    return popularity * (1 + shareWeight * share)
  }
  return slots.toSorted((a, b) => worth(b) - worth(a))
}

function toFilter({ text, covering, comfyNode, filter }: Question): Criteria {
  const conditions = [
    ...(text && !covering ? [toCondition(text)] : []),
    ...(comfyNode ? [toComfyNodeCondition(comfyNode)] : []),
  ]
  return {
    ...filter,
    ...(covering ? { slots: new Set(covering.shares.keys()) } : {}),
    condition: conditions.length > 0 ? allOf(conditions) : undefined,
  }
}
