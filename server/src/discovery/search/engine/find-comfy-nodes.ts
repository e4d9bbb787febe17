import { maxFound } from '@nodeyard/contract/packs'
import { allOf, anyOf, type Condition, ofOneComfyNode, wordCondition } from '../condition.ts'
import { marks } from '../document.ts'
import { socketCondition, toSearchFilter } from '../filter.ts'
import { type TextQuery, toComfyNodeRelevance, toParts } from '../query.ts'
import { parseQuestion, type SearchQuery } from '../question.ts'
import { compact } from '../tokens.ts'
import { compare } from './find.ts'
import type { IndexedNode, NodeIndex, Part } from './node-index.ts'

/** Further matches are not ranked. */
const maxCollected = 5000

export interface FoundComfyNode {
  name: string
  node: IndexedNode
}

/** Finds comfy-nodes by words of their names and by sockets: an exact name first, then those of well-known nodes. */
export function findComfyNodes(
  index: NodeIndex,
  query: SearchQuery,
  part: Part,
  now: Date,
): { total: number; found: FoundComfyNode[] } {
  const question = parseQuestion(query, now)
  const text = question?.comfyNode ?? question?.text
  const sockets = question?.filter.sockets
  if (!question || (!text && !sockets)) return { total: 0, found: [] }
  index.matcher().forgetIfFull()
  const condition = allOf([
    ...(text ? [namedLike(text)] : []),
    ...(sockets ? [socketCondition(sockets)] : []),
  ])
  const filter = toSearchFilter({
    ...question.filter,
    sockets: undefined,
    condition: ofOneComfyNode(condition),
  })
  const slots = index.list(filter, 'relevance', { limit: maxFound, offset: 0 })
  const placesOf = index.matcher().placesIn(slots, condition)
  const all: FoundComfyNode[] = []
  for (const slot of slots) {
    const node = index.at(slot)
    if (!node || all.length >= maxCollected) continue
    const names = placesOf(slot).flatMap((place) => node.comfyNodeNames[place] ?? [])
    all.push(...names.slice(0, maxCollected).map((name) => ({ node, name })))
  }
  const ranked = text && part.limit > 0 ? byName(all, text.key) : all
  const end = Math.min(part.offset + part.limit, maxFound)
  return { total: Math.min(all.length, maxFound), found: ranked.slice(part.offset, end) }
}

function namedLike(text: TextQuery): Condition {
  const words = toParts(text, ['comfy']).map(({ condition }) => condition)
  return anyOf([allOf(words), wordCondition(marks.comfyNode + text.key, true, ['comfy'])])
}

function byName(all: readonly FoundComfyNode[], key: string): FoundComfyNode[] {
  const places = new Map(
    all.map((one) => {
      const name = compact(one.name)
      return [one, name === key ? 0 : name.startsWith(key) ? 1 : name.includes(key) ? 2 : 3]
    }),
  )
  return all.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
}

/** A word in lowercase that more nodes have is a word to search for, even if some comfy-node is named like it. */
const maxNodesWithName = 20

/** Finds the best-known node with a comfy-node of exactly this name. */
export function findNamed(index: NodeIndex, query: SearchQuery, now: Date): FoundComfyNode | undefined {
  const typed = query.search?.trim() ?? ''
  const text = parseQuestion(query, now)?.text
  if (!text || text.key !== compact(typed)) return undefined
  const matcher = index.matcher()
  const isWord = /^\p{Ll}+$/u.test(typed)
  if (isWord && matcher.count(text.key) > maxNodesWithName) return undefined
  const condition = wordCondition(marks.comfyNode + text.key, false, ['comfy'])
  const slots = index.list({ condition }, 'relevance', { limit: maxFound, offset: 0 })
  const [best = 0] = compare({ index, matcher }, slots, toComfyNodeRelevance(text))
  const node = index.at(best)
  const name = node?.comfyNodeNames.find((one) => compact(one) === text.key)
  return node && name !== undefined ? { node, name } : undefined
}
