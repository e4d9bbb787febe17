import { defined } from '../../ground/defined.ts'
import type { Json } from '../comfy-node.ts'

/** How an input of the new comfy-node gets its value: from an input of the old one, or fixed. */
export type InputMapping = { new_id: string; old_id: string } | { new_id: string; set_value: Json }

interface OutputMapping {
  new_idx: number
  old_idx: number
}

/** A comfy-node that takes the place of another, in the form that the tool's API has. Source: the tool's `NodeReplace`. */
export interface Replacement {
  old_node_id: string
  new_node_id: string
  /** The old comfy-node's widgets in order, because saved workflows store values by position. */
  old_widget_ids?: string[]
  /** The new one's widgets in order, where its definition may be unknown. */
  new_widget_ids?: string[]
  /** Omitted when the inputs are the same. */
  input_mapping?: InputMapping[]
  output_mapping?: OutputMapping[]
}

export const longestName = 500
const maxMappings = 200
const longestValue = 2000

/** Validates one entry. Returns undefined for anything malformed. */
export function readReplacement(value: unknown, oldName?: string): Replacement | undefined {
  if (!isObject(value)) return undefined
  const old = value['old_node_id'] ?? oldName
  const now = value['new_node_id']
  if (!isName(old) || !isName(now) || old === now) return undefined
  const inputs = listOf(value['input_mapping'], readInput)
  const outputs = listOf(value['output_mapping'], readOutput)
  const oldWidgets = listOf(value['old_widget_ids'], nameOf)
  const newWidgets = listOf(value['new_widget_ids'], nameOf)
  return {
    old_node_id: old,
    new_node_id: now,
    ...defined({
      old_widget_ids: oldWidgets,
      new_widget_ids: newWidgets,
      input_mapping: inputs,
      output_mapping: outputs,
    }),
  }
}

function listOf<Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, maxMappings).flatMap((item) => read(item) ?? [])
}

function readInput(value: unknown): InputMapping | undefined {
  if (!isObject(value) || !isName(value['new_id'])) return undefined
  if (isName(value['old_id'])) return { new_id: value['new_id'], old_id: value['old_id'] }
  const fixed = value['set_value']
  const isSmall = fixed !== undefined && JSON.stringify(fixed).length <= longestValue
  return isSmall ? { new_id: value['new_id'], set_value: fixed as Json } : undefined
}

function readOutput(value: unknown): OutputMapping | undefined {
  if (!isObject(value)) return undefined
  const { new_idx, old_idx } = value
  return isPlace(new_idx) && isPlace(old_idx) ? { new_idx, old_idx } : undefined
}

const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1000
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestName
const nameOf = (value: unknown) => (isName(value) ? value : undefined)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replacements of one pack that are kept. */
export const maxReplacements = 500

/** Reads `node_replacements.json` of a pack, or a response of the tool's API: lists of replacements by old name. */
export function readReplacements(text: string): Replacement[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  if (!isObject(value)) return []
  return Object.entries(value)
    .flatMap(([old, entries]) =>
      Array.isArray(entries)
        ? entries.slice(0, 20).flatMap((entry) => readReplacement(entry, old) ?? [])
        : [],
    )
    .slice(0, maxReplacements)
}
