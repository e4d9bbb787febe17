import type { ComfyNode, ComfyNodeInput, Json } from '../comfy-node.ts'
import { type DeclaredComfyNode, toBox } from '../preview/box.ts'

/**
 * The fields of a comfy-node in the registry's API, in addition to its inputs and outputs. Source: API
 * contract 6.5.
 */
export interface StoredComfyNode extends DeclaredComfyNode {
  category?: string
  description?: string
  deprecated: boolean
  experimental: boolean
  output_node?: boolean
}

/**
 * Converts a stored comfy-node to the form that the extraction produces, so that stored versions can be
 * compared.
 */
export function fromStored(stored: StoredComfyNode): ComfyNode {
  const { isUnreadable, outputs } = toBox(stored)
  const { output_is_list: isList, input_types, return_types, ...rest } = stored
  return {
    ...rest,
    // Unreadable declarations count as undecided and are not compared.
    ...(input_types !== undefined && !isUnreadable ? { input_types } : {}),
    ...(return_types !== undefined && !isUnreadable ? { return_types } : {}),
    ...(isList ? { output_is_list: [...isList] } : {}),
    output_node: stored.output_node ?? false,
    inputs: isUnreadable ? [] : inputsOf(input_types ?? '{}'),
    outputs: outputs.map(({ name, type, isList: is_list }) => ({
      name,
      type: type === '?' ? null : type,
      is_list,
    })),
    conditional: false,
  }
}

const groups = ['required', 'optional', 'hidden'] as const

function inputsOf(text: string): ComfyNodeInput[] {
  const declared: Json = JSON.parse(text)
  if (!isTable(declared)) return []
  return groups.flatMap((group) => {
    const inputs = declared[group] ?? {}
    return isTable(inputs)
      ? Object.entries(inputs).map(([name, definition]) => inputOf(name, group, definition))
      : []
  })
}

function inputOf(name: string, group: ComfyNodeInput['group'], definition: Json): ComfyNodeInput {
  const [type = null, given = null] = Array.isArray(definition) ? definition : [definition]
  const options = isTable(given) ? given : {}
  const choices = Array.isArray(type) ? type : options['options']
  return {
    name,
    group,
    options,
    type: Array.isArray(type) ? 'COMBO' : typeof type === 'string' ? type : null,
    ...(Array.isArray(choices) ? { choices } : {}),
  }
}

function isTable(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
