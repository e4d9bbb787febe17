import type { NodeState } from '@nodeyard/contract/search-text'
import { accelerators, operatingSystems, wordsKeeping } from '../../packs/versions/compatibility.ts'
import { cut } from './tokens.ts'

/**
 * Letters for the kinds of facets. Filters are words of the index, called labels: `#`, so that typed words never match, then
 * the letter and the value.
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

const publisher = 'p'
const input = '>'
const output = '<'

/** Limits labels to this many code points, in the index and in queries. */
const maxLabelLength = 200

export interface Labeled {
  /** In lowercase. */
  tags: readonly string[]
  categories: readonly string[]
  license: string
  state: NodeState
  comfyNodeCount: number
  supported_os: readonly string[]
  supported_accelerators: readonly string[]
}

/** Returns the facets that count a node: the letter of the kind and the value, such as `tmask`. */
export function facetsOfEntry(node: Labeled): string[] {
  return [
    ...node.tags.map((tag) => kinds.tag + tag),
    ...node.categories.map((category) => kinds.category + category),
    ...(node.license ? [kinds.license + node.license] : []),
    kinds.state + node.state,
    kinds.has_nodes + String(node.comfyNodeCount > 0),
    ...wordsKeeping(node.supported_os, operatingSystems).map((word) => kinds.os + word),
    ...wordsKeeping(node.supported_accelerators, accelerators).map((word) => kinds.accelerator + word),
  ]
}

/** Returns the labels of a node with these facets. */
export const labelsOf = (facets: readonly string[], publisherId: string): string[] => [
  ...facets.map((facet) => label(facet.toLowerCase())),
  publisherLabel(publisherId),
]

/** Returns the label that nodes with this facet have. */
export const facetLabel = (kind: FacetKind, value: string) => label((kinds[kind] + value).toLowerCase())
export const publisherLabel = (publisherId: string) => label(publisher + publisherId)

/** Returns the label of comfy-nodes with an input of this type. */
export const inputLabel = (type: string) => label(input + type)
export const outputLabel = (type: string) => label(output + type)

const label = (text: string) => `#${cut(text, maxLabelLength)}`
