import fc from 'fast-check'

export interface JsonSchema {
  type?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  patternProperties?: Record<string, JsonSchema>
}

/** Texts that have broken programs before. */
const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%',
  '%%',
  '_',
  '\\',
  '../..',
  '{"a":1}',
  '😀',
  'İ',
  'ﬁ',
  '\u202e',
  'a\nb',
  'x'.repeat(300),
]
const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'grapheme', maxLength: 40 }))

/**
 * Generates values that fit a schema of the contract, with unusual texts and numbers as often as plain ones.
 */
export function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  switch (schema.type) {
    case 'string':
      return fittingText(schema)
    case 'integer':
      return fittingInteger(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return fittingObject(schema)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function fittingInteger({
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
}: JsonSchema): fc.Arbitrary<number> {
  const nearest = Math.min(Math.max(0, minimum), maximum)
  return fc.oneof(
    fc.integer({ min: Math.max(minimum, nearest - 5), max: Math.min(maximum, nearest + 5) }),
    fc.maxSafeInteger().map((n) => Math.min(Math.max(n, minimum), maximum)),
  )
}

/** Durations and file names. */
const forLookingAhead = ['30m', '24h', '1h30m', '1s', '90s', 'release.yml', 'ci/build all.yaml']

function fittingText({ format, pattern, minLength = 0, maxLength = 1000 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') {
    const [min, max] = [new Date('0002-01-01T00:00:00Z'), new Date('9998-01-01T00:00:00Z')]
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString())
  }
  const matching = pattern === undefined ? undefined : new RegExp(pattern)
  const isLongEnough = ({ length }: string) => length >= minLength && length <= maxLength
  // The library cannot generate texts for patterns with lookahead.
  if (matching && /\(\?[=!]/.test(matching.source)) {
    const texts = forLookingAhead.filter((one) => matching.test(one))
    if (texts.length === 0) throw new Error(`No text matches ${matching.source}: add one.`)
    return fc.constantFrom(...texts)
  }
  if (matching) return fc.stringMatching(matching).filter(isLongEnough)
  const odd = oddTexts.filter(isLongEnough)
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(minLength + 40, maxLength) })
  // A character can be several code units long.
  const fit = free.map((text) => text.slice(0, maxLength).toWellFormed())
  return odd.length > 0 ? fc.oneof(fc.constantFrom(...odd), fit) : fit
}

function fittingObject({
  properties = {},
  required = [],
  patternProperties,
}: JsonSchema): fc.Arbitrary<unknown> {
  if (patternProperties) {
    const [member = {}] = Object.values(patternProperties)
    return fc.dictionary(fc.string({ maxLength: 10 }), fitting(member), { maxKeys: 3, noNullPrototype: true })
  }
  const members = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fitting(one)]))
  return fc.record(members, { requiredKeys: required, noNullPrototype: true })
}

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    '',
    [],
    {},
    [[]],
    'a\0b',
    '\ud800',
    'x'.repeat(5000),
  ),
  fc.jsonValue({ maxDepth: 4 }),
  oddText,
)

/** Generates a value of the schema with one part removed or invalid. */
export function broken(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {} } = schema
  const names = Object.keys(properties)
  if (schema.type !== 'object' || names.length === 0) return junk
  return fc
    .tuple(fitting(schema), fc.constantFrom(...names), fc.oneof(junk, fc.constant(undefined)), fc.boolean())
    .chain(([value, name, wrong, isDeep]) => {
      const member = properties[name] as JsonSchema
      const within = isDeep && member.type === 'object' ? broken(member) : fc.constant(wrong)
      return within.map((replaced) => ({ ...(value as object), [name]: replaced }))
    })
}

/** Lists the paths of members that the schema does not declare. */
export function undeclaredIn(schema: JsonSchema, value: unknown, path = 'body'): string[] {
  if (schema.anyOf) {
    const found = schema.anyOf.map((one) => undeclaredIn(one, value, path))
    return found.find((one) => one.length === 0) ?? found[0] ?? []
  }
  if (Array.isArray(value))
    return value.flatMap((one, at) => undeclaredIn(schema.items ?? {}, one, `${path}.${at}`))
  if (typeof value !== 'object' || value === null || schema.type !== 'object') return []
  if (schema.patternProperties) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const declared = schema.properties?.[name]
    return declared ? undeclaredIn(declared, member, `${path}.${name}`) : [`${path}.${name}`]
  })
}
