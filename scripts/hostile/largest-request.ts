import { limits } from '@nodeyard/contract/limits'
import type { JsonSchema } from '../../server/test/arbitrary.ts'

/** Bodies stay below the limit of all bodies, and addresses below that of headers. */
const longest = { body: 0.9 * limits.jsonBodyBytes, query: 0.9 * limits.headerBytes }

/**
 * Creates an input of a route that is as large as its schema and the limits of requests allow, times `share`. Values with
 * a fixed form come from the example, which passes the checks of the route.
 */
export function largestInput(
  part: keyof typeof longest,
  schema: JsonSchema,
  example: unknown,
  share: number,
): unknown {
  let low = 0
  let high = share
  const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0
  for (let i = 0; i < 12; i++) {
    const middle = i === 0 ? high : (low + high) / 2
    if (sizeOf(largest(schema, example, middle)) <= longest[part] * share) low = middle
    else high = middle
    if (low === high) break
  }
  return largest(schema, example, low)
}

function largest(schema: JsonSchema, example: unknown, share: number, place = 0): unknown {
  const { type, anyOf, properties, items, patternProperties } = schema
  if (anyOf) return largest(anyOf.at(-1) ?? {}, example, share, place)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return example ?? schema.enum[0]
  if (type === 'array' && items) {
    const [first] = Array.isArray(example) ? example : []
    const count = Math.max(schema.minItems ?? 0, 1, Math.floor((schema.maxItems ?? 1000) * share))
    return Array.from({ length: count }, (_, i) => largest(items, first, share, i))
  }
  if (type === 'object' || properties) {
    const known = typeof example === 'object' && example !== null ? (example as Record<string, unknown>) : {}
    const named = Object.entries(properties ?? {}).map(([name, one]) => [
      name,
      largest(one, known[name], share, place),
    ])
    const [any] = Object.values(patternProperties ?? {})
    const free = any
      ? Array.from({ length: Math.floor(1000 * share) }, (_, i) => [
          `a${i}`,
          largest(any, undefined, share, i),
        ])
      : []
    return { ...known, ...Object.fromEntries([...named, ...free].filter(([, value]) => value !== undefined)) }
  }
  if (type === 'string') return text(schema, example, share, place)
  if (type === 'integer' || type === 'number')
    return example ?? schema.maximum ?? schema.minimum ?? Math.floor(100 * share)
  return type === 'boolean' ? (example ?? true) : example
}

/** Different in every place of a list. */
function text(schema: JsonSchema, example: unknown, share: number, place: number): unknown {
  const hasForm = schema.format !== undefined || schema.pattern !== undefined
  if (hasForm) return example
  const length = Math.floor((schema.maxLength ?? 1000) * share)
  const start = `${place} `
  return (start + 'ab '.repeat(Math.max(0, (length - start.length) / 3))).slice(0, Math.max(length, 1))
}
