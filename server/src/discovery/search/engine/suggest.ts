import { defined, unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { Suggestions, Tags } from '@nodeyard/contract/packs'
import type { Condition } from '../condition.ts'
import { kinds } from '../labels.ts'
import { matchingNames } from '../matching-names.ts'
import { parseText, type TextQuery, toComfyNodeCondition, toNameCondition } from '../query.ts'
import { compact, wordsOf } from '../tokens.ts'
import { byCountDescending } from './facets.ts'
import type { IndexedNode, NodeIndex } from './node-index.ts'

const maxSuggestions = 5
/** Limits the nodes whose comfy-node names are compared. */
const maxComparedNodes = 25
const maxTags = 500

/** Suggests names that continue a typed text. Returns undefined if there is nothing to look up. */
export function suggestNames(index: NodeIndex, typed: string): Omit<Suggestions, 'publishers'> | undefined {
  const text = parseText(typed)
  if (!text) return undefined
  index.matcher().forgetIfFull()
  const list = (condition: Condition, limit: number) =>
    index.list({ condition }, 'relevance', { limit, offset: 0 }).flatMap((slot) => index.at(slot) ?? [])
  const nodes = list(toNameCondition(text), maxSuggestions + 1)
  const comfyNodes = namesOfComfyNodes(text, list(toComfyNodeCondition(text), maxComparedNodes))
  return {
    queries: queriesOf(text, nodes, comfyNodes),
    nodes: nodes.slice(0, maxSuggestions).map(({ id, name, icon, publisherId, stars }) => ({
      id,
      name,
      ...defined({ icon: icon || undefined }),
      publisher_id: publisherId === unclaimedPublisherId ? '' : publisherId,
      github_stars: stars,
    })),
    comfy_nodes: comfyNodes,
  }
}

function namesOfComfyNodes(text: TextQuery, nodes: readonly IndexedNode[]): Suggestions['comfy_nodes'] {
  const found = new Map<string, string>()
  for (const { id, comfyNodeNames } of nodes)
    for (const name of matchingNames(text, comfyNodeNames)) if (!found.has(name)) found.set(name, id)
  return matchingNames(text, [...found.keys()])
    .slice(0, maxSuggestions)
    .map((name) => ({ comfy_node_name: name, node_id: found.get(name) ?? '' }))
}

/** Suggests texts to search for: names of the most popular nodes, then names of comfy-nodes. */
function queriesOf(
  { key }: TextQuery,
  nodes: readonly IndexedNode[],
  comfyNodes: Suggestions['comfy_nodes'],
): Suggestions['queries'] {
  const names = [
    ...nodes.map(({ name, popularity }) => ({ name, popularity })),
    ...comfyNodes.map(({ comfy_node_name }) => ({ name: comfy_node_name, popularity: 0 })),
  ]
  const queries = new Map<string, Suggestions['queries'][number]>()
  for (const { name, popularity } of names) {
    const query = name.toLowerCase().replace(/\s+/g, ' ').trim()
    const nb_words = wordsOf(name).length
    const queryKey = compact(query)
    if (nb_words > 0 && queryKey !== key && !queries.has(queryKey))
      queries.set(queryKey, { query, nb_words, popularity })
  }
  return [...queries.values()].slice(0, maxSuggestions)
}

/** Counts the nodes of the most used tags and of all categories. */
export function countTags(index: NodeIndex): Tags {
  const counts = new Map<string, number>()
  for (const { facets } of index.nodes)
    for (const facet of facets) counts.set(facet, (counts.get(facet) ?? 0) + 1)
  const countsOf = (kind: string) =>
    [...counts]
      .filter(([facet]) => facet.startsWith(kind))
      .map(([facet, count]) => ({ value: facet.slice(kind.length), count }))
      .sort(byCountDescending)
  return { tags: countsOf(kinds.tag).slice(0, maxTags), categories: countsOf(kinds.category) }
}
