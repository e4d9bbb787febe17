import { type ErrorCode, errors } from '@nodeyard/contract/errors'
import type { Access, Route } from '@nodeyard/contract/route'
import { namedShapes, routeGroups } from '@nodeyard/contract/routes'
import { NoContent } from '@nodeyard/contract/shapes'
import type { TSchema } from 'typebox'
import manifest from '../../package.json' with { type: 'json' }
import { apiHeaders } from './headers.ts'
import { etagOf, type KeptAnswer, sendKept } from './kept-answers.ts'
import { type App, declaredErrors } from './mount.ts'

type Json = Record<string, unknown>

/** `GET /openapi`: the API's own description, the same bytes for everybody. */
export function mountOpenApi({ fastify, deps }: App): void {
  const body = Buffer.from(JSON.stringify(describeApi(deps.config.apiUrl)))
  const etag = etagOf(body)
  const answer: KeptAnswer = {
    status: 200,
    body,
    etag,
    compressed: {},
    tags: [],
    expiresAt: Number.POSITIVE_INFINITY,
    yields: false,
    headers: {
      ...apiHeaders,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=60',
      vary: 'Accept-Encoding',
      etag,
    },
  }
  fastify.get('/openapi', (request, reply) => {
    reply.hijack()
    sendKept(answer, request.raw, reply.raw, () => {})
  })
}

/** The description of every route of the contract, as an OpenAPI 3.1 document. */
export function describeApi(apiUrl: string): Json {
  const shapes = new Shapes()
  const paths: Record<string, Json> = {}
  for (const [group, routes] of Object.entries(routeGroups)) {
    for (const [name, route] of Object.entries(routes)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, group, route, shapes) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nodeyard',
      version: manifest.version,
      description: 'The API of a public registry for custom nodes of a node-based image-generation tool.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: apiUrl }],
    tags: Object.keys(routeGroups).map((name) => ({ name })),
    paths,
    components: { schemas: shapes.used(), securitySchemes },
  }
}

const securitySchemes = {
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The ID token of a signed-in user. Where it is optional, a bad one counts as none.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of an admin for one hour, from `/admin/generate-token`.',
  },
  serviceToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a service that works for the registry.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key of a customer. Shown once, when it is created.',
  },
  adminSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Comfy-Admin-Secret',
    description: 'The secret of a sibling service.',
  },
  ciSecret: { type: 'http', scheme: 'bearer', description: 'The secret of the build machines.' },
}

/** A publish token is part of the body, the right to upload part of the address. */
const security: Record<Access, Json[]> = {
  public: [{}, { idToken: [] }],
  'signed-in': [{ idToken: [] }],
  admin: [{ idToken: [] }, { adminToken: [] }],
  'admin-token': [{ adminToken: [] }],
  service: [{ serviceToken: [] }],
  'service-or-admin': [{ serviceToken: [] }, { idToken: [] }, { adminToken: [] }],
  customer: [{ idToken: [] }, { apiKey: [] }],
  'admin-secret': [{ adminSecret: [] }],
  'ci-secret': [{ ciSecret: [] }],
  webhook: [{}],
  'publish-token': [{}],
  'signed-in-or-publish-token': [{}, { idToken: [] }],
  'upload-address': [{}],
}

function operationOf(name: string, group: string, route: Route, shapes: Shapes): Json {
  const body = shapes.refer(route.body)
  const hasBody = Object.keys((body['properties'] as Json | undefined) ?? {}).length > 0 || '$ref' in body
  return {
    operationId: name,
    tags: [group],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: security[route.access],
    parameters: [
      ...parametersOf('path', route.params, shapes),
      ...parametersOf('query', route.query, shapes),
      ...parametersOf('header', route.headers, shapes),
    ],
    ...(hasBody ? { requestBody: { required: true, content: asJson(body) } } : {}),
    responses: responsesOf(route, shapes),
  }
}

function parametersOf(where: 'path' | 'query' | 'header', schema: TSchema, shapes: Shapes): Json[] {
  const { properties = {}, required = [] } = plain(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema: shapes.refer(schema),
  }))
}

function responsesOf(route: Route, shapes: Shapes): Json {
  const codes = Object.groupBy(declaredErrors(route), (code) => errors[code].status)
  const refusals = Object.entries(codes).map(([status, ofStatus = []]) => [
    status,
    refusalOf(ofStatus, shapes),
  ])
  const isEmpty = route.response === NoContent
  const content = isEmpty ? {} : { content: asJson(shapes.refer(route.response)) }
  const success = { description: isEmpty ? 'Done.' : 'As asked.', ...content }
  const other = route.otherStatus ? { [route.otherStatus]: { ...success, description: 'It was there.' } } : {}
  return { ...other, [route.status]: success, ...Object.fromEntries(refusals) }
}

function refusalOf(codes: readonly ErrorCode[], shapes: Shapes): Json {
  const lines = codes.map((code) => `\`${code}\`: ${errors[code].message}`)
  const examples = codes.map((code) => [code, { value: { error: code, message: errors[code].message } }])
  const schema = shapes.refer(namedShapes['Problem'])
  return {
    description: lines.join('\n\n'),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}

const asJson = (schema: Json): Record<string, Json> => ({ 'application/json': { schema } })

/** Replaces every shape that has a name by a reference to it, and remembers which ones were needed. */
class Shapes {
  readonly #nameByText = new Map(
    Object.entries(namedShapes).map(([name, schema]) => [JSON.stringify(schema), name]),
  )
  readonly #used = new Map<string, Json>()

  refer(schema: unknown): Json {
    return this.#refer(plain(schema)) as Json
  }

  used(): Record<string, Json> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#refer(item))
    if (typeof value !== 'object' || value === null) return value
    const name = this.#nameByText.get(JSON.stringify(value))
    if (name === undefined) return this.#within(value)
    if (!this.#used.has(name)) {
      this.#used.set(name, {})
      this.#used.set(name, this.#within(value))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #within(value: object): Json {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.#refer(member)]))
  }
}

/** What a schema says, without what the schema library keeps beside it. */
function plain(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema))
}
