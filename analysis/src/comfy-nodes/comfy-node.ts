/**
 * Replaces a value in `input_types` and in the plain JSON that only a running tool knows, such as a list of
 * model files. In a list it stands for any number of further items.
 */
export const undecidedMarker = { $undecided: true } as const

/** The marker, with the folders below the tool's folder of models whose files the tool lists there. */
export interface UndecidedMarker {
  $undecided: true
  folders?: readonly string[]
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface ComfyNodeInput {
  name: string
  group: 'required' | 'optional' | 'hidden'
  /** `COMBO` for a list of choices; null when undecided. */
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

/** A comfy-node's texts in another language. */
export interface ComfyNodeTranslation {
  display_name?: string
  description?: string
  inputs?: { [name: string]: PortTranslation }
  /** Keyed by position, from `0`. */
  outputs?: { [place: string]: PortTranslation }
}

/** A Markdown page about a comfy-node that a pack ships. */
export interface ComfyNodeDocument {
  path: string
  /** Omitted for the page that applies to every language. */
  language?: string
  text: string
  is_cut: boolean
}

/**
 * One graph node class of a pack. The first block has the names of API contract 6.5; undecided fields are
 * omitted and explained in `undecided`.
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
  /** The folder of models in which its code looks for files that inputs of the front end name. */
  model_folders?: string[]
  /** Keyed by language, as the pack's `locales` folder names it. */
  translations?: { [language: string]: ComfyNodeTranslation }
  documents?: ComfyNodeDocument[]
  /** The pack registers it only under a condition that depends on the machine. */
  conditional: boolean
  /** The script that adds it to the tool's page, when the comfy-node exists only in the browser. */
  browser_script?: string
  source?: Place
}

export interface Place {
  file: string
  /** Starts at 1. */
  line: number
}

/** A fact that the code leaves open. It is never filled with a guess. */
export interface Undecided {
  /** Omitted when the mapping itself is undecided. */
  comfy_node_name?: string
  /** The undecided part: `nodes`, `name`, `input_types`, `category`, … */
  subject: string
  file: string
  line: number
  reason: string
}

/** Whether a name can be stored and shown: the database and the routes accept no longer ones. */
export function nameIsPossible(name: string): boolean {
  return name.length > 0 && name.length <= 500 && !/[\x00-\x1f\x7f]/.test(name) && name.isWellFormed()
}
