import { bool, type DictValue, dict, int, list, none, str, type Value } from './values.ts'

/** Parses a JSON text as Python's `json.loads` does. Returns undefined when it is not JSON. */
export function parsePythonJson(text: string): Value | undefined {
  try {
    return toValue(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    return undefined
  }
}

function toValue(data: unknown): Value {
  if (data === null || data === undefined) return none
  if (typeof data === 'string') return str(data)
  if (typeof data === 'boolean') return bool(data)
  if (typeof data === 'number') return Number.isInteger(data) ? int(data) : { kind: 'float', value: data }
  if (Array.isArray(data)) return list(data.map(toValue))
  return toDict(data as Record<string, unknown>)
}

function toDict(data: Record<string, unknown>): DictValue {
  const made = dict()
  const at = { file: '', line: 0 }
  for (const [key, value] of Object.entries(data)) {
    made.entries.set(`str:${key}`, { key: str(key), value: toValue(value), at, isConditional: false })
  }
  return made
}
