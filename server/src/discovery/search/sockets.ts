import type { SocketsRow } from './sql.ts'

/** More sockets than any comfy-node of a person has. */
const mostTypes = 100
/** Names beyond it are no types; an index takes no long ones, and a database no null characters. */
const typeLength = 200

/** Which types of sockets a comfy-node takes and gives, from the JSON texts that its version stores. */
export function toSockets(comfyNode: {
  node_id: string
  name: string
  input_types: string
  return_types: string
}): SocketsRow {
  return {
    node_id: comfyNode.node_id,
    name: comfyNode.name,
    inputs: distinct(inputTypes(parse(comfyNode.input_types))),
    outputs: distinct(listOf(parse(comfyNode.return_types)).map(typeOf)),
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
