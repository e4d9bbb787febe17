/** Lists and objects in a text, which take up to 30 times its size in memory. Large workflows have some 200,000. */
const maxContainers = 2_000_000

/** Parses JSON, also with the numbers that Python writes although JSON does not have them. */
export function parseJson(text: string): unknown {
  if (hasMany(text)) return undefined
  for (const attempt of [
    text,
    text.replace(/-?\b(?:NaN|Infinity)\b(?<=[[,:]\s*-?(?:NaN|Infinity))/g, 'null'),
  ]) {
    try {
      return JSON.parse(attempt)
    } catch {}
  }
  return undefined
}

/** Counts brackets in texts too, so that it takes one pass. */
function hasMany(text: string): boolean {
  if (text.length <= maxContainers) return false
  let count = 0
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++count > maxContainers) return true
  return false
}

/** Returns a value as JSON, or undefined for one that is nested too deeply for the stack. */
export function toJsonText(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indent)
  } catch {
    return undefined
  }
}

export type JsonObject = Record<string, unknown>

export const isList = (value: unknown): value is unknown[] => Array.isArray(value)
export const listOf = (value: unknown): unknown[] => (isList(value) ? value : [])
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value)
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
