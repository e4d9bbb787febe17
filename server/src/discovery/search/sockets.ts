import type { ComfyNodeTexts } from './document.ts'
import type { ComfyNodeRow } from './sql.ts'

/** No real comfy-node has more types. */
const maxTypes = 100
/** Longer texts are not type names. */
const maxTypeLength = 200

/** Reads the input and output types of a comfy-node from the JSON that its version stores. */
export function toSockets({ name, input_types, return_types }: ComfyNodeRow): ComfyNodeTexts {
  return {
    name,
    inputs: distinct(inputTypes(parse(input_types))),
    outputs: distinct(listOf(parse(return_types)).map(typeOf)),
  }
}

/** Reads an object such as `{"required": {"image": ["IMAGE", {…}]}}`. Ignores hidden inputs, which are not sockets. */
function inputTypes(groups: unknown): (string | undefined)[] {
  if (!isObject(groups)) return []
  return ['required', 'optional']
    .map((group) => groups[group])
    .filter(isObject)
    .flatMap((inputs) => Object.values(inputs).map((input) => typeOf(listOf(input)[0])))
}

/** A list of choices has the type `COMBO`. A type can name several, such as `IMAGE,MASK`. */
const typeOf = (type: unknown) =>
  typeof type === 'string' ? type : Array.isArray(type) ? 'COMBO' : undefined

function distinct(types: readonly (string | undefined)[]): string[] {
  const named = types.flatMap((type) => (type ?? '').split(',')).map((type) => type.trim().toUpperCase())
  return [...new Set(named.filter(isTypeName))].slice(0, maxTypes)
}

const isTypeName = (type: string) =>
  type !== '' && type.length <= maxTypeLength && !type.includes('\0') && type.isWellFormed()

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
