import type { BodyOf, HeadersOf, ParamsOf, QueryOf, Route } from '@nodeyard/contract/ground'
import type { Static, StaticEncode, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Format } from 'typebox/format'
import { RegistryError } from '../errors.ts'
import { fromQuery } from './query.ts'

// Accepts only times that the database also accepts: no leap seconds, no year 0, no named zones.
Format.Set('date-time', (text) => Format.IsDateTime(text) && new Date(text).getUTCFullYear() >= 1)

type Part = 'params' | 'query' | 'body' | 'headers'
interface JsonSchema {
  type?: string
  items?: JsonSchema
  maxItems?: number
  properties?: Record<string, JsonSchema>
  /** The value of a missing body. If undefined, a body is required. */
  default?: unknown
}

/** The validated input of a route. */
export interface Input<R extends Route> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  headers: HeadersOf<R>
}

/**
 * Returns a function that validates requests to a route. It throws `invalid_request` with the field, the limit and a
 * message. Unknown members stay in the input, unless the schema forbids them: clients send back whole objects that they have
 * read before.
 */
export function inputReader<R extends Route>(route: R): (raw: Record<Part, unknown>) => Input<R> {
  const check = {
    params: checker<R['params']>(route.params),
    query: checker<R['query']>(route.query),
    body: checker<R['body']>(route.body),
    headers: checker<R['headers']>(route.headers),
  }
  const headerNames = Object.keys(schemaOf(route.headers).properties ?? {})
  const { properties = {}, default: withoutBody } = schemaOf(route.body)
  const hasBody = Object.keys(properties).length > 0
  return (raw) => ({
    params: check.params('path', raw.params),
    query: check.query('query', fromQuery(schemaOf(route.query), membersOf(raw.query))),
    body: check.body('body', hasBody ? (raw.body ?? withoutBody) : {}),
    headers: check.headers('header', named(headerNames, membersOf(raw.headers))),
  })
}

/** Returns a function that validates bodies of requests outside of the contract. */
export function bodyReader<Shape extends TSchema>(schema: Shape): (raw: unknown) => Static<Shape> {
  const check = checker(schema)
  return (raw) => check('body', raw)
}

/** The JSON Schema keywords of a TypeBox schema. */
const schemaOf = (schema: TSchema): JsonSchema => schema

/** Returns a list of a body that has a former name. Throws unless the body has exactly one of the two. */
export function listOf<Item>(
  [name, list]: [string, readonly Item[] | undefined],
  [formerName, former]: [string, readonly Item[] | undefined],
): readonly Item[] {
  if (list && former)
    throw invalid(`body.${formerName}`, `is the former name of body.${name}: send one of them`)
  const found = list ?? former
  if (!found) throw invalid(`body.${name}`, 'is missing')
  return found
}

/** Returns the members of an object, and none for other values. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function named(names: readonly string[], values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
}

/** Compiles the schema on first use, because compiling all routes would add half a second to each start. */
function checker<Shape extends TSchema>(
  schema: Shape,
): (where: string, value: unknown) => StaticEncode<Shape> {
  let validator: Validator<Record<never, never>, Shape> | undefined
  return (where, value) => {
    validator ??= Compile(schema)
    assertCleanText(where, value, schemaOf(schema))
    if (!validator.Check(value)) throw refusal(where, schema, validator.Errors(value))
    return value
  }
}

/**
 * Throws for null characters, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot encode.
 * A list with undeclared items is left to its route, where one bad item must not fail the others.
 */
function assertCleanText(field: string, value: unknown, schema?: JsonSchema, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid(field, 'must not contain null characters')
    if (!value.isWellFormed()) throw invalid(field, 'must be well-formed Unicode: it has a lone surrogate')
  } else if (Array.isArray(value)) {
    const { items, maxItems = value.length } = schema ?? {}
    // The validator would check every item first, which takes up to a second.
    if (value.length > maxItems) throw invalid(field, `must not have more than ${maxItems} items`, maxItems)
    if (isOpen(items)) return
    if (depth > maxDepth) throw tooDeep(field)
    value.forEach((item, index) => {
      assertCleanText(`${field}.${index}`, item, items, depth + 1)
    })
  } else if (typeof value === 'object' && value !== null) {
    if (depth > maxDepth) throw tooDeep(field)
    for (const [key, member] of Object.entries(value)) {
      assertCleanText(`${field}.${key.slice(0, 100)}`, member, schema?.properties?.[key], depth + 1)
      assertCleanText(`${field} (a key)`, key)
    }
  }
}

const isOpen = (schema: JsonSchema | undefined) => schema !== undefined && Object.keys(schema).length === 0
const tooDeep = (field: string) => invalid(field, `must not be nested deeper than ${maxDepth}`, maxDepth)

const maxDepth = 32

const invalid = (field: string, message: string, limit?: number) =>
  new RegistryError('invalid_request', {
    message: `${field} ${message}`,
    field,
    ...(limit === undefined ? {} : { limit }),
  })

interface ValidationError {
  keyword: string
  schemaPath: string
  instancePath: string
  message: string
  params: object
}

function refusal(where: string, schema: TSchema, errors: ValidationError[]): RegistryError {
  const described = errors.map((error) => describe(where, schema, error))
  // Each alternative of a union reports an error. Those about null, and the final "must match anyOf", are
  // useless.
  const [first, ...others] = described.filter(({ useful }) => useful)
  const { field, message, limit } = first ?? { field: where, message: `${where} is not valid` }
  const details = others.slice(0, 20).map((one) => one.message)
  return new RegistryError('invalid_request', {
    message,
    field,
    ...(limit === undefined ? {} : { limit }),
    ...(details.length > 0 ? { details } : {}),
  })
}

interface Facts {
  requiredProperties?: string[]
  limit?: number
  allowedValues?: string[]
  type?: string
  format?: string
  additionalProperties?: string[]
}

function describe(where: string, schema: TSchema, error: ValidationError) {
  const { keyword, instancePath, message, params } = error
  const facts: Facts = params
  const missing = facts.requiredProperties?.[0]
  const unknown = facts.additionalProperties?.[0]?.slice(0, 100)
  const named = missing ?? unknown
  const field = `${where}${instancePath.replaceAll('/', '.')}${named === undefined ? '' : `.${named}`}`
  const text = missing
    ? 'is missing'
    : unknown !== undefined
      ? 'is not a member that this request can have'
      : facts.allowedValues
        ? `must be one of ${facts.allowedValues.join(', ')}`
        : (formOf(schema, error, facts) ?? message)
  return {
    field,
    message: `${field} ${text}`,
    // A forbidden member is reported a second time, as a schema that is false.
    useful: keyword !== 'anyOf' && keyword !== 'boolean' && facts.type !== 'null',
    ...(typeof facts.limit === 'number' ? { limit: facts.limit } : {}),
  }
}

/** Returns the contract's description of a format, because people should not see regular expressions. */
function formOf(
  schema: TSchema,
  { keyword, schemaPath }: ValidationError,
  { format }: Facts,
): string | undefined {
  if (keyword === 'format') return `must be ${forms[format ?? ''] ?? `of the format ${format}`}`
  if (keyword !== 'pattern') return undefined
  return `must be ${schemaAt(schema, schemaPath)?.['x-form'] ?? 'of the form that the description of the API says'}`
}

const forms: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a time such as 2026-01-31T12:00:00Z',
  date: 'a day such as 2026-01-31',
}

/** Returns the part of a schema at a path such as `#/properties/id`. */
function schemaAt(schema: unknown, path: string): { 'x-form'?: string } | undefined {
  let found = schema
  for (const name of path.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Object.entries(found).find(([key]) => key === name)?.[1]
  }
  return typeof found === 'object' && found !== null ? found : undefined
}
