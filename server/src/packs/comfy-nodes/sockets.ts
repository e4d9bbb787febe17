/** A comfy-node as versions store it: JSON texts that come from a stranger's code. */
export interface StoredTypes {
  input_types: string
  return_types: string
  return_names?: string
  output_is_list?: readonly boolean[]
}

export interface Socket {
  direction: 'input' | 'output'
  place: number
  name: string
  type: string
  is_optional: boolean
  is_list: boolean
}

/** No real comfy-node has more inputs or outputs. */
const maxSockets = 500

/** Reads the inputs and outputs of a comfy-node in their order. Hidden inputs are not sockets. The type is empty if it is not text. */
export function socketsOf(types: StoredTypes): Socket[] {
  return [...inputsIn(parse(types.input_types)), ...outputsIn(types)]
}

function inputsIn(groups: unknown): Socket[] {
  if (!isObject(groups)) return []
  return ['required', 'optional']
    .flatMap((group) =>
      Object.entries(isObject(groups[group]) ? groups[group] : {}).map((one) => [group, ...one]),
    )
    .slice(0, maxSockets)
    .map(([group, name, input], place) => ({
      direction: 'input',
      place,
      name: String(name),
      type: typeOf(listOf(input)[0]),
      is_optional: group === 'optional',
      is_list: false,
    }))
}

function outputsIn({ return_types, return_names = '', output_is_list = [] }: StoredTypes): Socket[] {
  const names = listOf(parse(return_names))
  return listOf(parse(return_types))
    .slice(0, maxSockets)
    .map((type, place) => ({
      direction: 'output',
      place,
      name: typeof names[place] === 'string' ? names[place] : '',
      type: typeOf(type),
      is_optional: false,
      is_list: output_is_list[place] ?? false,
    }))
}

/** A list of choices has the type `COMBO`. */
const typeOf = (type: unknown): string =>
  typeof type === 'string' ? type : Array.isArray(type) ? 'COMBO' : ''

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
