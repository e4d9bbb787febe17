/**
 * In `input_types` and in the plain JSON, a value that only a running tool knows (a list of model files,
 * say) is this object. Inside a list it stands for any number of further items.
 */
export const undecidedMarker = { $undecided: true } as const

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface ComfyNodeInput {
  name: string
  group: 'required' | 'optional' | 'hidden'
  /** `COMBO` for a list of choices; null when it cannot be decided. */
  type: string | null
  choices?: Json[]
  options: { [key: string]: Json }
}

export interface ComfyNodeOutput {
  name: string
  type: string | null
  is_list: boolean
  tooltip?: string
}

export interface PortTranslation {
  name?: string
  tooltip?: string
}

/** What a pack says of a comfy-node in another language. */
export interface ComfyNodeTranslation {
  display_name?: string
  description?: string
  inputs?: { [name: string]: PortTranslation }
  /** By place, from `0`. */
  outputs?: { [place: string]: PortTranslation }
}

/** A page in Markdown that a pack ships about a comfy-node. */
export interface ComfyNodeDocument {
  path: string
  /** Absent for the page that serves every language. */
  language?: string
  text: string
  is_cut: boolean
}

/**
 * One graph node class of a pack. The first block has the names of API contract 6.5; a field whose value
 * cannot be decided is absent and explained in `undecided`.
 */
export interface ComfyNode {
  comfy_node_name: string
  category?: string
  description?: string
  function?: string
  /** JSON text in the tool's own notation. */
  input_types?: string
  return_types?: string
  return_names?: string
  output_is_list?: boolean[]
  deprecated: boolean
  experimental: boolean

  display_name?: string
  output_node: boolean
  inputs: ComfyNodeInput[]
  outputs: ComfyNodeOutput[]
  class_name?: string
  /** By language, as the pack's `locales` folder names it. */
  translations?: { [language: string]: ComfyNodeTranslation }
  documents?: ComfyNodeDocument[]
  /** The pack registers it only under a condition that depends on the machine. */
  conditional: boolean
  source?: Place
}

export interface Place {
  file: string
  /** From 1. */
  line: number
}

/** Something that the pack's text does not settle. Never filled with a guess. */
export interface Undecided {
  /** The comfy-node, or absent when it concerns the mapping itself. */
  comfy_node_name?: string
  /** What is open: `nodes`, `name`, `input_types`, `category`, … */
  subject: string
  file: string
  line: number
  reason: string
}

/** A name that can be stored and shown: the database and the routes take no longer one. */
export function nameIsPossible(name: string): boolean {
  return name.length > 0 && name.length <= 500 && !/[\x00-\x1f\x7f]/.test(name) && name.isWellFormed()
}
