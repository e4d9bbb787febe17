import type { InputOf, Route } from '@nodeyard/contract/ground'

export type JsonSchema = Readonly<Record<string, unknown>>

/** A tool that calls one route of the contract. */
export interface RouteTool {
  name: string
  route: Route
  /** The fields of path, query and body that agents can set. All of them if omitted. */
  fields?: readonly string[]
  /** Fields that are always sent. */
  fixed?: Readonly<Record<string, unknown>>
  /** Replaces the summary of the route. */
  description?: string
  /** It works only with a publish token. */
  needsToken?: true
  /** It changes something; `destructive` cannot be undone by another call. */
  changes?: 'reversible' | 'destructive'
}

const places = ['params', 'query', 'body'] as const

interface ObjectSchema {
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
}

/** Derives the input of a tool from its route. */
export function inputSchemaOf({ route, fields, fixed = {} }: RouteTool): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const place of places) {
    const schema: ObjectSchema = route[place]
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (Object.hasOwn(fixed, name) || (fields && !fields.includes(name))) continue
      properties[name] = plainSchema(property)
      if (schema.required?.includes(name)) required.push(name)
    }
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/** Copies a schema without the keywords that only the registry knows. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(JSON.parse(JSON.stringify(schema)) as object)
  return Object.fromEntries(entries.filter(([key]) => !key.startsWith('x-')))
}

/** Sorts the arguments of a tool into path, query and body. */
export function inputOf(
  { route, fields, fixed = {} }: RouteTool,
  given: Readonly<Record<string, unknown>>,
): InputOf<Route> {
  const input: Partial<Record<(typeof places)[number], Record<string, unknown>>> = {}
  const all = { ...given, ...fixed }
  for (const place of places) {
    const { properties = {} }: ObjectSchema = route[place]
    const names = Object.keys(properties).filter(
      (name) => all[name] !== undefined && (Object.hasOwn(fixed, name) || !fields || fields.includes(name)),
    )
    if (names.length > 0 || (place === 'body' && Object.keys(properties).length > 0))
      input[place] = Object.fromEntries(names.map((name) => [name, all[name]]))
  }
  // The registry checks the values.
  return input as unknown as InputOf<Route>
}
