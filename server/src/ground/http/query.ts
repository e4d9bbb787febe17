interface JsonSchema {
  type?: string
  format?: string
  items?: JsonSchema
  'x-empty-names-none'?: true
  properties?: Record<string, JsonSchema>
}

/**
 * Gives the texts of a query string the types of their schema. Lists come repeated or in brackets (`a=1&a=2`, `a[]=1`).
 * An empty parameter counts as absent, unless the contract says that it is an empty list. A text that does not fit its type stays a text, and is refused as such.
 */
export function fromQuery(schema: JsonSchema, raw: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const sent = [raw[name], raw[`${name}[]`]].flat()
    const given = sent.filter(isGiven)
    if (property['x-empty-names-none'] && sent.includes('')) values[name] = given
    if (given.length === 0) continue
    if (property.type === 'array') values[name] = given.map((text) => fromText(property.items ?? {}, text))
    // The same parameter twice: the last one rules.
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

/** As programs in Python and Go write them. */
const booleans = new Map([
  ['true', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['f', false],
  ['0', false],
])

/** Beyond 2^53 the exact value cannot matter: it is lowered to the maximum anyway. */
function toNumber(text: string): number | string {
  if (!/^[+-]?\d+(\.\d+)?(e\d+)?$/i.test(text.trim())) return text
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)))
}

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(Z|[+ -]\d\d:?\d\d)?)?$/i

/**
 * RFC 3339, of which the time, the seconds and the zone may be missing: midnight, the full minute, UTC. An unescaped plus sign
 * arrives as a blank.
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
