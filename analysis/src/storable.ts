/**
 * The same facts with every text as a database takes it: no null characters, no half letters. What strangers write
 * ends up in most texts.
 */
export function storable<Value>(value: Value): Value {
  return cleaned(value) as Value
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), cleaned(one)]))
}

function cleanText(text: string): string {
  return text.includes('\0') || !text.isWellFormed() ? text.replaceAll('\0', '\uFFFD').toWellFormed() : text
}
