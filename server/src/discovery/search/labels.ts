import { pythonVersionsIn } from '@nodeyard/analysis/facts'
import { type EvidenceValue, type NodeState, notStated } from '@nodeyard/contract/packs'
import {
  accelerators,
  operatingSystems,
  type Vocabulary,
  wordsKeeping,
  wordsMeant,
} from '../../packs/nodes/versions/compatibility.ts'
import type { Detected } from './sql.ts'
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
  has_workflows: 'x',
  os: 'w',
  accelerator: 'g',
  python: 'y',
  tool_version: 'v',
  size: 'z',
  evidence: 'e',
} as const
/** Letters of the labels for the filters of clients, which keep nodes that state nothing. */
const keeping = { os: 'o', accelerator: 'a' } as const
export type FacetKind = keyof typeof kinds

const publisher = 'p'
const use = 'u'
const input = '>'
const output = '<'

/** Limits the names taken from the workflows of one node; most nodes have a few dozen. */
const maxUses = 500
/** Limits labels to this many code points, in the index and in queries. */
const maxLabelLength = 200

export interface Labeled {
  /** In lowercase. */
  tags: readonly string[]
  categories: readonly string[]
  licenses: readonly string[]
  state: NodeState
  comfyNodeCount: number
  /** Names of the comfy-nodes in the workflows that it ships; absent without workflows. */
  usedNames?: readonly string[] | undefined
  supported_os: readonly string[]
  supported_accelerators: readonly string[]
  supported_comfyui_version: string
  detected: Detected
  /** Size of the archive, or of the files in the repository. */
  sizeBytes: number | null
  evidence: readonly EvidenceValue[]
}

/** Returns the facets that count a node: the letter of the kind and the value, such as `tmask`. */
export function facetsOfEntry(node: Labeled): string[] {
  return [
    ...node.tags.map((tag) => kinds.tag + tag),
    ...node.categories.map((category) => kinds.category + category),
    ...(node.licenses.length > 0 ? node.licenses : [notStated]).map((license) => kinds.license + license),
    kinds.state + node.state,
    kinds.has_nodes + String(node.comfyNodeCount > 0),
    ...(node.usedNames ? [`${kinds.has_workflows}true`] : []),
    ...(node.usedNames ?? []).slice(0, maxUses).map((name) => use + name),
    ...wordsKeeping(node.supported_os, operatingSystems).map((word) => keeping.os + word),
    ...wordsKeeping(node.supported_accelerators, accelerators).map((word) => keeping.accelerator + word),
    ...statedFacets(kinds.os, declaredWords(node.supported_os, operatingSystems), node.detected.os),
    ...statedFacets(
      kinds.accelerator,
      declaredWords(node.supported_accelerators, accelerators),
      node.detected.accelerators,
    ),
    ...statedFacets(kinds.python, pythonVersionsIn(node.detected.python ?? ''), node.detected.wheels),
    kinds.tool_version + (node.supported_comfyui_version.trim() === '' ? notStated : 'stated'),
    kinds.size + sizeClass(node.sizeBytes),
    ...(node.evidence.length > 0 ? node.evidence : [notStated]).map((value) => kinds.evidence + value),
  ]
}

/** Returns the declared terms of a vocabulary. Undefined if nothing is declared. */
function declaredWords(stored: readonly string[], vocabulary: Vocabulary): string[] | undefined {
  return stored.length === 0
    ? undefined
    : [...new Set(stored.flatMap((entry) => wordsMeant(entry, vocabulary)))]
}

/** Returns facets of values with their basis, and of the values alone. Code adds only values that are not declared. */
function statedFacets(
  letter: string,
  declared: readonly string[] | undefined,
  detected: readonly string[] = [],
): string[] {
  const added = detected.filter((value) => !declared?.includes(value))
  if (declared === undefined && added.length === 0) return [letter + notStated]
  return [
    ...(declared ?? []).flatMap((value) => [`${letter}declared:${value}`, letter + value]),
    ...added.flatMap((value) => [`${letter}detected:${value}`, letter + value]),
  ]
}

const megabyte = 1_000_000

function sizeClass(bytes: number | null): string {
  if (bytes === null) return notStated
  if (bytes < megabyte) return 'under_1_mb'
  if (bytes < 10 * megabyte) return '1_to_10_mb'
  return bytes < 100 * megabyte ? '10_to_100_mb' : 'over_100_mb'
}

/** Returns the labels of a node with these facets. */
export const labelsOf = (facets: readonly string[], publisherId: string): string[] => [
  ...facets.map((facet) => label(facet.toLowerCase())),
  publisherLabel(publisherId),
]

/** Returns the label that nodes with this facet have. */
export const facetLabel = (kind: FacetKind, value: string) => label((kinds[kind] + value).toLowerCase())
/** The label of a node whose workflows use a comfy-node of this name. */
export const useLabel = (name: string) => label((use + name).toLowerCase())
/** Returns the label of nodes that the filter of a client for this term keeps. */
export const keptLabel = (kind: keyof typeof keeping, value: string) =>
  label((keeping[kind] + value).toLowerCase())
export const publisherLabel = (publisherId: string) => label(publisher + publisherId)

/** Returns the label of comfy-nodes with an input of this type. */
export const inputLabel = (type: string) => label(input + type)
export const outputLabel = (type: string) => label(output + type)

const label = (text: string) => `#${cut(text, maxLabelLength)}`
