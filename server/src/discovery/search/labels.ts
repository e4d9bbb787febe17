import type { NodeState } from '@nodeyard/contract/search-text'
import { accelerators, operatingSystems, wordsKeeping } from '../../packs/versions/compatibility.ts'
import { cut } from './tokens.ts'

/**
 * Whatever a search can be narrowed to, as words of the index. Each begins with a mark that is no letter, so that typed
 * words never match it, and with a letter for its kind.
 */
export const kinds = {
  tag: 't',
  category: 'c',
  license: 'l',
  state: 's',
  has_nodes: 'n',
  has_workflows: 'w',
  os: 'o',
  accelerator: 'a',
} as const
export type FacetKind = keyof typeof kinds

const publisher = 'p'
const use = 'u'
const input = '>'
const output = '<'

/** Of all workflows of a node; most have some tens. */
const mostUses = 500
/** Code points, in the index as in the query. */
const longestLabel = 200

export interface Labelled {
  /** In lowercase. */
  tags: readonly string[]
  categories: readonly string[]
  license: string
  state: NodeState
  comfyNodeCount: number
  /** Names of the comfy-nodes in the workflows that it ships; absent without workflows. */
  usedNames?: readonly string[] | undefined
  supported_os: readonly string[]
  supported_accelerators: readonly string[]
}

/** The facets that a node is counted for: a kind and a value, `tmask`. */
export function facetsOfEntry(node: Labelled): string[] {
  return [
    ...node.tags.map((tag) => kinds.tag + tag),
    ...node.categories.map((category) => kinds.category + category),
    ...(node.license ? [kinds.license + node.license] : []),
    kinds.state + node.state,
    kinds.has_nodes + String(node.comfyNodeCount > 0),
    ...(node.usedNames ? [`${kinds.has_workflows}true`] : []),
    ...(node.usedNames ?? []).slice(0, mostUses).map((name) => use + name),
    ...wordsKeeping(node.supported_os, operatingSystems).map((word) => kinds.os + word),
    ...wordsKeeping(node.supported_accelerators, accelerators).map((word) => kinds.accelerator + word),
  ]
}

/** The labels of a node with these facets. */
export const labelsOf = (facets: readonly string[], publisherId: string): string[] => [
  ...facets.map((facet) => label(facet.toLowerCase())),
  publisherLabel(publisherId),
]

/** The label of a node that a facet asks for. */
export const facetLabel = (kind: FacetKind, value: string) => label((kinds[kind] + value).toLowerCase())
/** The label of a node whose workflows use a comfy-node of this name. */
export const useLabel = (name: string) => label((use + name).toLowerCase())
export const publisherLabel = (publisherId: string) => label(publisher + publisherId)

/** The labels of a comfy-node that takes or gives a type. */
export const inputLabel = (type: string) => label(input + type)
export const outputLabel = (type: string) => label(output + type)

const label = (text: string) => `#${cut(text, longestLabel)}`
