/** Parses JSON, also with the numbers that Python writes although JSON does not have them. */
export function parseJson(text: string): unknown {
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

export type JsonObject = Record<string, unknown>

export const isList = (value: unknown): value is unknown[] => Array.isArray(value)
export const listOf = (value: unknown): unknown[] => (isList(value) ? value : [])
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value)
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
