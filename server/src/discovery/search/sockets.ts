import type { ComfyNodeTexts } from './document.ts'
import type { ComfyNodeRow } from './sql.ts'

/** More sockets than any comfy-node of a person has. */
const mostTypes = 100
/** Longer names are not types, and a database stores no null characters. */
const typeLength = 200

/** The types that a comfy-node takes and gives, from the JSON texts that its version stores. */
export function toSockets({ name, input_types, return_types }: ComfyNodeRow): ComfyNodeTexts {
  return {
    name,
    inputs: distinct(inputTypes(parse(input_types))),
    outputs: distinct(listOf(parse(return_types)).map(typeOf)),
  }
}

/** `{"required": {"image": ["IMAGE", {…}]}}`; what is hidden is no socket. */
function inputTypes(groups: unknown): (string | undefined)[] {
  if (!isObject(groups)) return []
  return ['required', 'optional']
    .map((group) => groups[group])
    .filter(isObject)
    .flatMap((inputs) => Object.values(inputs).map((input) => typeOf(listOf(input)[0])))
}

/** A list stands for choices; a type may name several, as `IMAGE,MASK`. */
const typeOf = (type: unknown) =>
  typeof type === 'string' ? type : Array.isArray(type) ? 'COMBO' : undefined

function distinct(types: readonly (string | undefined)[]): string[] {
  const named = types.flatMap((type) => (type ?? '').split(',')).map((type) => type.trim().toUpperCase())
  return [...new Set(named.filter(isTypeName))].slice(0, mostTypes)
}

const isTypeName = (type: string) =>
  type !== '' && type.length <= typeLength && !type.includes('\0') && type.isWellFormed()

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
