import { examples } from '@nodeyard/contract/examples'
import {
  type Access,
  type ErrorCode,
  errors,
  NoContent,
  type Route,
  retryAfterSeconds,
} from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { namedShapes, routeGroups } from '@nodeyard/contract/routes'
import type { TSchema } from 'typebox'
import manifest from '../../../package.json' with { type: 'json' }
import { cacheControl } from './cache-control.ts'
import { CachedResponse } from './cached-response.ts'
import { declaredErrors, takesIdempotencyKey } from './declared-errors.ts'
import { apiHeaders } from './headers.ts'
import type { App } from './mount.ts'
import { jsonType } from './present.ts'

type Json = Record<string, unknown>

/** Serves `GET /openapi`, the description of the API without some routes. It is created on the first request. */
export function mountOpenApi({ fastify, deps }: App, leftOut: readonly Route[]): void {
  let response: CachedResponse | undefined
  fastify.get('/openapi', (request, reply) => {
    reply.hijack()
    response ??= toResponse(describeApi(deps.config.apiUrl, leftOut))
    response.send(request.raw, reply.raw)
  })
}

const toResponse = (description: Json) =>
  new CachedResponse({
    body: Buffer.from(JSON.stringify(description)),
    headers: {
      ...apiHeaders,
      'content-type': jsonType,
      'cache-control': cacheControl.fixed(60),
      vary: 'Accept-Encoding',
    },
  })

/** Describes every route of the contract, except those left out, as an OpenAPI 3.1 document. */
export function describeApi(apiUrl: string, leftOut: readonly Route[] = []): Json {
  const shapes = new Shapes()
  const refusals = new Refusals(shapes)
  const paths: Record<string, Json> = {}
  for (const [group, routes] of Object.entries(routeGroups)) {
    for (const [name, route] of Object.entries(routes)) {
      if (leftOut.includes(route)) continue
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      const operation = operationOf(name, group, route, shapes, refusals)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
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
    components: {
      schemas: shapes.used(),
      responses: refusals.used(),
      parameters,
      headers,
      securitySchemes,
    },
  }
}

const parameters = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'For signed-in users: the same request, repeated with the same key within 24 hours, gets the first response.',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: "The `ETag` of the client's copy.",
    schema: { type: 'string' },
  },
}

const headers = {
  RateLimit: {
    description:
      'By policy: how many requests are left (`r`), and in how many seconds the quota is full again (`t`). Cached responses include it once half of the quota is used.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) are allowed in how many seconds (`w`).',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'When to retry, in seconds.', schema: { type: 'integer' } },
  ETag: { description: 'Identifies these bytes; for `If-None-Match`.', schema: { type: 'string' } },
  Location: { description: 'The URL to request instead, with the same query.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` when this repeats the first response.',
    schema: { type: 'string', enum: ['true'] },
  },
}

/** Returns references to response headers. Those of the rate limits are on all responses. */
const answeredHeaders = (...names: (keyof typeof headers)[]) => ({
  headers: Object.fromEntries(
    (['RateLimit', 'RateLimit-Policy', ...names] as const).map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  ),
})

const securitySchemes = {
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The ID token of a signed-in user. Where it is optional, an invalid one is ignored.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of an admin for one hour, from `/admin/generate-token`.',
  },
  publishToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of a publisher, within its scope.',
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
    description: "A customer's key. Shown once, on creation.",
  },
  adminSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Comfy-Admin-Secret',
    description: 'The secret of a sibling service.',
  },
  ciSecret: { type: 'http', scheme: 'bearer', description: 'The secret of the build machines.' },
}

/** A publish token is part of the body, and the signature of an upload part of the URL. */
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
  'public-or-bearer-token': [{}, { idToken: [] }, { publishToken: [] }],
  'signed-in-or-publish-token': [{}, { idToken: [] }, { publishToken: [] }],
  'signed-in-or-bearer-token': [{ idToken: [] }, { publishToken: [] }],
  'upload-address': [{}],
}

function operationOf(name: string, group: string, route: Route, shapes: Shapes, refusals: Refusals): Json {
  const body = shapes.refer(route.body)
  const isNeeded = (route.body as { default?: unknown }).default === undefined
  const hasBody = Object.keys((body['properties'] as Json | undefined) ?? {}).length > 0 || '$ref' in body
  const example = examples.get(route)
  const shown: { params?: Json; query?: Json; body?: Json } = (example?.input as object | undefined) ?? {}
  return {
    operationId: name,
    tags: [group],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    'x-access': route.access,
    security: security[route.access],
    parameters: [
      ...parametersOf('path', route.params, shapes, shown.params),
      ...parametersOf('query', route.query, shapes, shown.query),
      ...parametersOf('header', route.headers, shapes, example?.headers as Json | undefined),
      ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
      ...(isConditional(route) ? [{ $ref: '#/components/parameters/If-None-Match' }] : []),
    ],
    ...(hasBody ? { requestBody: { required: isNeeded, content: asJson(body, shown.body) } } : {}),
    responses: { ...answersOf(route, shapes), ...refusals.of(route) },
  }
}

function parametersOf(
  where: 'path' | 'query' | 'header',
  schema: TSchema,
  shapes: Shapes,
  shown: Readonly<Json> = {},
): Json[] {
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
    ...(shown[name] === undefined ? {} : { example: shown[name] }),
  }))
}

const isConditional = ({ method, etag, response }: Route) =>
  method === 'GET' && etag !== false && response !== NoContent

function answersOf(route: Route, shapes: Shapes): Json {
  const isEmpty = route.response === NoContent
  const isPassedOn = route.path.startsWith('/proxy/')
  const names: (keyof typeof headers)[] = [
    ...(isConditional(route) ? (['ETag'] as const) : []),
    ...(takesIdempotencyKey(route) ? (['Idempotency-Replayed'] as const) : []),
  ]
  const schema = shapes.refer(route.response)
  const success = {
    ...answeredHeaders(...names),
    ...(isEmpty ? {} : { content: asJson(schema, examples.get(route)?.answer) }),
  }
  const other = {
    ...success,
    ...(isEmpty ? {} : { content: asJson(schema) }),
    description: 'It existed already.',
  }
  return {
    ...(route.otherStatus ? { [route.otherStatus]: other } : {}),
    [route.status]: { description: isEmpty ? 'Done.' : 'As asked.', ...success },
    ...(route.redirects
      ? { 302: { description: 'The canonical URL has another spelling.', ...answeredHeaders('Location') } }
      : {}),
    ...(isConditional(route)
      ? { 304: { description: "The client's copy is current.", ...answeredHeaders('ETag') } }
      : {}),
    ...(isPassedOn ? { default: { description: 'An error of the service, in its own format.' } } : {}),
  }
}

/** Error responses by status. Those with the same status and codes are described once for all routes. */
class Refusals {
  readonly #shapes: Shapes
  readonly #nameByCodes = new Map<string, string>()
  readonly #used: Record<string, Json> = {}

  constructor(shapes: Shapes) {
    this.#shapes = shapes
  }

  of(route: Route): Json {
    const byStatus = Object.groupBy(declaredErrors(route).toSorted(), (code) => errors[code].status)
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, codes = []]) => [
        status,
        { $ref: `#/components/responses/${this.#nameOf(status, codes)}` },
      ]),
    )
  }

  used(): Record<string, Json> {
    return this.#used
  }

  #nameOf(status: string, codes: readonly ErrorCode[]): string {
    const key = codes.join(' ')
    const known = this.#nameByCodes.get(key)
    if (known) return known
    const count = [...this.#nameByCodes.values()].filter((name) => name.startsWith(status)).length
    const name = `${status}-${count + 1}`
    this.#nameByCodes.set(key, name)
    this.#used[name] = this.#describe(codes)
    return name
  }

  #describe(codes: readonly ErrorCode[]): Json {
    const waits = codes.some((code) => retryAfterSeconds[code] !== undefined)
    const schema = (shape: 'Problem' | 'ProblemDetails', member: Json) => ({
      allOf: [this.#shapes.refer(namedShapes[shape]), { properties: member }],
    })
    return {
      description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
      ...answeredHeaders(...(waits ? (['Retry-After'] as const) : [])),
      content: {
        'application/json': { schema: schema('Problem', { error: errorTextsOf(codes) }) },
        'application/problem+json': { schema: schema('ProblemDetails', { code: { enum: codes } }) },
      },
    }
  }
}

/** Existing clients expect the message of one error in place of its code. Source: API contract 12.1. */
function errorTextsOf(codes: readonly ErrorCode[]): Json {
  const isSentence = (code: ErrorCode) => code === 'duplicate_repository'
  const plainCodes = { enum: codes.filter((code) => !isSentence(code)) }
  return codes.some(isSentence)
    ? { anyOf: [plainCodes, { type: 'string', pattern: '^duplicate: ' }] }
    : plainCodes
}

const asJson = (schema: Json, example?: unknown): Record<string, Json> => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

/** Replaces every named shape by a reference, and collects the referenced ones. */
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

/** Removes the schema library's own keywords. */
function plain(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema))
}
