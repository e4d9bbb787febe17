import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem, Route } from '@nodeyard/contract/ground'
import { identifyNodes, publishVersion } from '@nodeyard/contract/packs'
import { routes } from '@nodeyard/contract/routes'
import type { RegistryError } from '../errors.ts'
import { inputReader } from './input.ts'

interface Schema {
  pattern?: string
  format?: string
  'x-form'?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

const nothing = { type: 'object', properties: {} }
const parts = ['params', 'query', 'body', 'headers'] as const

/** Lists all nested schemas, each with a value that reaches it. */
function schemasIn(
  schema: Schema,
  wrap: (inner: unknown) => unknown = (inner) => inner,
): [Schema, typeof wrap][] {
  return [
    [schema, wrap],
    ...(schema.items ? schemasIn(schema.items, (inner) => wrap([inner])) : []),
    ...(schema.anyOf ?? []).flatMap((one) => schemasIn(one, wrap)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      schemasIn(one, (inner) => wrap({ [name]: inner })),
    ),
  ]
}

/** Returns the error of a route for a value in one part of an otherwise empty request. */
function refusalOf(route: Route, part: (typeof parts)[number], value: unknown): Problem | undefined {
  const read = inputReader({
    ...route,
    params: nothing,
    query: nothing,
    body: nothing,
    headers: nothing,
    [part]: route[part],
  } as Route)
  try {
    read({ params: {}, query: {}, body: {}, headers: {}, [part]: value })
  } catch (error) {
    return (error as RegistryError).toProblem()
  }
  return undefined
}

describe('an input error', () => {
  it('describes every format in words, on every route', () => {
    let count = 0
    for (const route of Object.values(routes))
      for (const part of parts)
        for (const [schema, wrap] of schemasIn(route[part] as Schema)) {
          if (schema.pattern === undefined && schema.format === undefined) continue
          count++
          const what = `${route.method} ${route.path} ${part}`
          if (schema.pattern !== undefined)
            assert.ok(schema['x-form'], `${what}: ${schema.pattern} has no words`)
          const said = [' ', 'a\n\\b']
            .map((wrong) => JSON.stringify(refusalOf(route, part, wrap(wrong)) ?? ''))
            .join()
          assert.match(said, /must be/, what)
          assert.ok(
            !said.includes(JSON.stringify(schema.pattern ?? 'match format').slice(1, -1)),
            `${what}: ${said}`,
          )
          assert.doesNotMatch(said, /must match/, what)
        }
    assert.ok(count > 20)
  })

  it('refuses a long list before it reads the items', () => {
    const nodes = Array.from({ length: 1001 }, () => ({ node_id: '\0' }))
    assert.equal(
      refusalOf(identifyNodes, 'body', { nodes })?.message,
      'body.nodes must not have more than 1000 items',
    )
  })

  it('does not mention null for a text that is too long', () => {
    const body = {
      personal_access_token: 'x',
      node: { description: 'a'.repeat(5000) },
      node_version: { version: '1.0.0' },
    }
    const problem = refusalOf(publishVersion, 'body', body)
    assert.deepEqual(problem, {
      error: 'invalid_request',
      message: 'body.node.description must not have more than 1000 characters',
      field: 'body.node.description',
      limit: 1000,
    })
  })
})
