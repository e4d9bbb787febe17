import { defined } from '../../ground/defined.ts'
import { undecidedMarker } from '../comfy-node.ts'

/**
 * The declaration of a comfy-node, from the registry's API or from the extraction. The three
 * `*_types`/`*_names` are JSON documents in the tool's own notation. Source: API contract 6.5.
 */
export interface DeclaredComfyNode {
  comfy_node_name: string
  display_name?: string
  input_types?: string
  return_types?: string
  return_names?: string
  output_is_list?: readonly boolean[]
}

/** A comfy-node as the tool draws it: sockets on both sides, widgets below. */
export interface ComfyNodeBox {
  /** The class name, unique in a version. */
  name: string
  title: string
  inputs: Socket[]
  widgets: Widget[]
  outputs: Output[]
  /** The author's declaration could not be read. */
  isUnreadable: boolean
}

export interface Socket {
  name: string
  /** Translated name. */
  label?: string
  /** `?` when undecided. */
  type: string
  isOptional: boolean
  tooltip?: string
}

export interface Widget extends Socket {
  /** The default as written; an empty text stays empty. */
  default?: string
  range?: { min?: number; max?: number; step?: number }
  choices?: string[]
  /** Number of choices; undefined when only a running tool knows it. */
  choiceCount?: number
  isMultiline?: boolean
}

export interface Output {
  name: string
  label?: string
  type: string
  isList: boolean
}

const shownInputs = 100
const shownOutputs = 100
const shownChoices = 12
const textLength = 200

/** Lenient: invalid parts of a readable declaration are skipped, so that the rest can be shown. */
export function toBox(node: DeclaredComfyNode): ComfyNodeBox {
  const inputs = parseInputs(node.input_types)
  const outputs = parseOutputs(node)
  return {
    name: node.comfy_node_name,
    title: node.display_name || node.comfy_node_name,
    inputs: (inputs ?? []).filter((input) => !isWidget(input)).map(toSocket),
    widgets: (inputs ?? []).filter(isWidget).map(toWidget),
    outputs: outputs ?? [],
    isUnreadable: inputs === undefined || outputs === undefined,
  }
}

/** The tool draws a widget for these types unless the author forces a socket. */
const widgetTypes = new Set(['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'])

interface Input extends Widget {
  isForced: boolean
}

function isWidget({ type, isForced }: Input): boolean {
  return widgetTypes.has(type) && !isForced
}

function toSocket({ name, type, isOptional, tooltip }: Input): Socket {
  return { name, type, isOptional, ...defined({ tooltip: tooltip || undefined }) }
}

function toWidget({ isForced: _, ...widget }: Input): Widget {
  return widget
}

/** Returns undefined unless the text is a JSON object. */
function parseInputs(text: string | undefined): Input[] | undefined {
  if (text === undefined) return []
  const declared = parseJson(text)
  if (!isRecord(declared)) return undefined
  const group = (name: 'required' | 'optional') =>
    Object.entries(isRecord(declared[name]) ? declared[name] : {}).map(([input, definition]) =>
      toInput(input, definition, name === 'optional'),
    )
  return [...group('required'), ...group('optional')].slice(0, shownInputs)
}

function toInput(name: string, definition: unknown, isOptional: boolean): Input {
  const [type, options] = Array.isArray(definition) ? definition : [definition, undefined]
  const given = isRecord(options) ? options : {}
  const choices = Array.isArray(type) ? type : Array.isArray(given['options']) ? given['options'] : undefined
  const isForced = given['forceInput'] === true
  const typeText = Array.isArray(type) ? 'COMBO' : typeName(type)
  return { name, type: typeText, isOptional, isForced, ...widgetPart(given, choices) }
}

function widgetPart(options: Record<string, unknown>, choices: unknown[] | undefined): Partial<Widget> {
  const { default: initial, tooltip } = options
  const range = rangeOf(options)
  return {
    ...(isShown(initial) ? { default: shortened(String(initial)) } : {}),
    ...defined({ range: range || undefined }),
    ...(choices ? choicesPart(choices) : {}),
    ...(options['multiline'] === true ? { isMultiline: true } : {}),
    ...(typeof tooltip === 'string' && tooltip ? { tooltip: shortened(tooltip) } : {}),
  }
}

function choicesPart(choices: unknown[]): Partial<Widget> {
  const known = choices.filter(isShown).map((choice) => shortened(String(choice)))
  const isOpen = choices.some(isUndecided)
  return { choices: known.slice(0, shownChoices), ...(isOpen ? {} : { choiceCount: choices.length }) }
}

function shortened(text: string): string {
  return text.slice(0, textLength).toWellFormed()
}

function isShown(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function isUndecided(value: unknown): boolean {
  return isRecord(value) && Object.keys(undecidedMarker).every((key) => key in value)
}

function rangeOf(options: Record<string, unknown>): Widget['range'] {
  const numbers = (['min', 'max', 'step'] as const).filter((name) => typeof options[name] === 'number')
  if (numbers.length === 0) return undefined
  return Object.fromEntries(numbers.map((name) => [name, options[name]]))
}

function parseOutputs(node: DeclaredComfyNode): Output[] | undefined {
  if (node.return_types === undefined) return []
  const types = parseJson(node.return_types)
  if (!Array.isArray(types)) return undefined
  const names = node.return_names === undefined ? [] : parseJson(node.return_names)
  return types.slice(0, shownOutputs).map((type, index) => {
    const typeText = Array.isArray(type) ? 'COMBO' : typeName(type)
    const name = Array.isArray(names) && typeof names[index] === 'string' ? names[index] : ''
    return { name: name || typeText, type: typeText, isList: node.output_is_list?.[index] ?? false }
  })
}

function typeName(type: unknown): string {
  return typeof type === 'string' && type !== '' ? type : '?'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
