interface JsonSchema {
  type?: string
  format?: string
  items?: JsonSchema
  'x-empty-names-none'?: true
  properties?: Record<string, JsonSchema>
}

/**
 * Converts the texts of a query string to the types of their schema. Lists come repeated or in brackets
 * (`a=1&a=2`, `a[]=1`). An empty parameter counts as absent, unless the contract declares it an empty list. A
 * text that does not fit its type stays a text and fails validation.
 */
export function fromQuery(schema: JsonSchema, raw: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const sent = [raw[name], raw[`${name}[]`]].flat()
    const given = sent.filter(isGiven)
    if (property['x-empty-names-none'] && sent.includes('')) values[name] = given
    if (given.length === 0) continue
    if (property.type === 'array') values[name] = given.map((text) => fromText(property.items ?? {}, text))
    // The last value of a repeated parameter wins.
    else values[name] = fromText(property, given.at(-1) ?? '')
  }
  return values
}

const isGiven = (text: unknown): text is string => typeof text === 'string' && text !== ''

function fromText({ type, format }: JsonSchema, text: string): unknown {
  if (type === 'boolean') return booleans.get(text.trim().toLowerCase()) ?? text
  if (type === 'integer' || type === 'number') return toNumber(text)
  return format === 'date-time' ? toTimestamp(text) : text
}

/** The spellings of Python and Go. */
const booleans = new Map([
  ['true', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['f', false],
  ['0', false],
])

/** The exact value beyond 2^53 does not matter, because it is lowered to the maximum. */
function toNumber(text: string): number | string {
  if (!/^[+-]?\d+(\.\d+)?(e\d+)?$/i.test(text.trim())) return text
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)))
}

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(Z|[+ -]\d\d:?\d\d)?)?$/i

/**
 * Parses RFC 3339 with optional time, seconds and zone: midnight, the full minute, UTC. An unescaped plus
 * sign arrives as a space.
 */
function toTimestamp(text: string): string {
  const [, day, minute = '00:00', seconds = ':00', zone = 'Z'] = written.exec(text.trim()) ?? []
  if (day === undefined) return text
  const offset = zone
    .toUpperCase()
    .replace(' ', '+')
    .replace(/^(...)(\d\d)$/, '$1:$2')
  return `${day}T${minute}${seconds}${offset}`
}
