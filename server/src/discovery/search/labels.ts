import type { NodeState } from '@nodeyard/contract/search-text'
import { accelerators, operatingSystems, wordsKeeping } from '../../packs/versions/compatibility.ts'
import { cut } from './tokens.ts'

/**
 * What a search can be narrowed to, as words of a search entry. A mark stands in front of each that is no letter, so that
 * what is typed never meets them, and a letter that says of which kind it is.
 */
export const kinds = {
  tag: 't',
  category: 'c',
  license: 'l',
  state: 's',
  has_nodes: 'n',
  os: 'o',
  accelerator: 'a',
} as const
export type FacetKind = keyof typeof kinds

const others = { publisher: 'p', month: 'm', input: '>', output: '<', both: '=' } as const

/** Code points, in the index as in the query. */
const longestLabel = 200
/** Of what one comfy-node takes with what it gives. */
const mostPairs = 2000
const monthMs = 30 * 86_400_000

export interface Labelled {
  /** In small letters. */
  tags: readonly string[]
  categories: readonly string[]
  license: string
  state: NodeState
  comfy_node_count: number
  supported_os: readonly string[]
  supported_accelerators: readonly string[]
  publisher_id: string
  changed_at: Date
  sockets: readonly { inputs: readonly string[]; outputs: readonly string[] }[]
}

/** What an entry is counted for: a kind and a value, `tmask`. */
export function facetsOfEntry(node: Labelled): string[] {
  return [
    ...node.tags.map((tag) => kinds.tag + tag),
    ...node.categories.map((category) => kinds.category + category),
    ...(node.license ? [kinds.license + node.license] : []),
    kinds.state + node.state,
    kinds.has_nodes + String(node.comfy_node_count > 0),
    ...wordsKeeping(node.supported_os, operatingSystems).map((word) => kinds.os + word),
    ...wordsKeeping(node.supported_accelerators, accelerators).map((word) => kinds.accelerator + word),
  ]
}

/** The marked words of an entry. */
export function labelsOf(node: Labelled): string[] {
  const pairs = new Set<string>()
  for (const { inputs, outputs } of node.sockets)
    for (const taken of inputs)
      for (const given of outputs) if (pairs.size < mostPairs) pairs.add(`${taken}>${given}`)
  const all = [
    ...facetsOfEntry(node).map((facet) => facet.toLowerCase()),
    others.publisher + node.publisher_id,
    others.month + monthOf(node.changed_at),
    ...node.sockets.flatMap(({ inputs }) => inputs.map((type) => others.input + type)),
    ...node.sockets.flatMap(({ outputs }) => outputs.map((type) => others.output + type)),
    ...[...pairs].map((pair) => others.both + pair),
  ]
  return [...new Set(all.map(label))]
}

/** The label of an entry that a facet asks for. */
export const facetLabel = (kind: FacetKind, value: string) => label((kinds[kind] + value).toLowerCase())
export const publisherLabel = (publisherId: string) => label(others.publisher + publisherId)

/** What has all sockets that are asked for; of more than one on a side, not always of the same comfy-node. */
export function socketLabels(inputs: readonly string[], outputs: readonly string[]): string[] {
  if (outputs.length === 0) return inputs.map((type) => label(others.input + type))
  if (inputs.length === 0) return outputs.map((type) => label(others.output + type))
  return inputs.flatMap((taken) => outputs.map((given) => label(`${others.both}${taken}>${given}`)))
}

/** Of which one holds for whatever changed since then, until now; and for some that changed shortly before. */
export function monthLabels(since: Date, now: Date): string[] {
  const first = monthOf(since)
  return Array.from({ length: Math.max(1, monthOf(now) - first + 2) }, (_, at) =>
    label(others.month + (first + at)),
  )
}

const label = (text: string) => `#${cut(text, longestLabel)}`
const monthOf = (time: Date) => Math.floor(time.getTime() / monthMs)
