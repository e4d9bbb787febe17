import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import { routes } from '@nodeyard/contract/routes'
import { useWorld } from '../../../test/world.ts'
import { routesWithoutProvider } from '../../people/customers/routes.ts'
import { declaredErrors } from './declared-errors.ts'
import { describeApi } from './openapi.ts'

const holder = useWorld()

interface Response {
  $ref?: string
  description: string
  headers?: Record<string, object>
  content?: Record<string, { schema: { allOf: [object, { properties: object }] } }>
}
interface Operation {
  operationId: string
  security: object[]
  parameters: { $ref?: string; name: string; in: string; required: boolean }[]
  responses: Record<string, Response>
}

const document = describeApi('https://registry.test') as {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { properties: Record<string, { $ref?: string }> }>
    responses: Record<string, Response>
  }
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

describe('the API description', () => {
  it('is a valid OpenAPI document', async () => {
    await SwaggerParser.validate(structuredClone(document) as never)
  })

  it('describes every route of the contract under its own name', () => {
    assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), Object.keys(routes).sort())
  })

  it('omits the operations of providers that are not configured, and keeps the others of customers', () => {
    const served = Object.keys(
      describeApi('https://registry.test', routesWithoutProvider({}))['paths'] as object,
    )
    for (const path of ['/customers/credit', '/customers/storage', '/webhook/stripe/subscription'])
      assert.ok(document.paths[path] && !served.includes(path), path)
    for (const path of ['/customers/me', '/customers/balance', '/customers/{customerId}/events'])
      assert.ok(served.includes(path), path)
  })

  it('describes named shapes once', () => {
    const { schemas } = document.components
    assert.equal(schemas['Node']?.properties['latest_version']?.$ref, '#/components/schemas/NodeVersion')
    assert.equal(schemas['Node']?.properties['publisher']?.$ref, '#/components/schemas/Publisher')
  })

  const answerOf = (path: string, method: string, status: number): Response | undefined => {
    const answer = document.paths[path]?.[method]?.responses[status]
    return answer?.$ref ? document.components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer
  }
  const headersOf = (...of: Parameters<typeof answerOf>) => Object.keys(answerOf(...of)?.headers ?? {})

  it('lists the parameters, credentials and error codes of a route', () => {
    const install = document.paths['/nodes/{nodeId}/install']?.['get']
    assert.deepEqual(
      install?.parameters.map(({ name, in: where, required }) => [name, where, required]),
      [
        ['nodeId', 'path', true],
        ['version', 'query', false],
      ],
    )
    assert.deepEqual(install?.security, [{}, { idToken: [] }, { publishToken: [] }])
    const refusal = answerOf('/nodes/{nodeId}/install', 'get', 404)
    assert.match(refusal?.description ?? '', /`node_not_found`: Node not found/)
    const codes = ['no_installable_version', 'node_not_found', 'version_not_found']
    assert.deepEqual(refusal?.content?.['application/json']?.schema.allOf[1].properties, {
      error: { enum: codes },
    })
    assert.deepEqual(refusal?.content?.['application/problem+json']?.schema.allOf[1].properties, {
      code: { enum: codes },
    })
  })

  it('lists all statuses of every route, each with all of its codes', () => {
    for (const { operationId, responses } of operations) {
      const route = routes[operationId]
      assert.ok(route)
      const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400)
      const described = refusals.flatMap(([, { $ref = '' }]) => {
        const { description } = document.components.responses[$ref.split('/').at(-1) ?? ''] as Response
        return description.split('\n\n').map((line) => /`(\w+)`/.exec(line)?.[1] ?? '')
      })
      assert.deepEqual(described.toSorted(), declaredErrors(route).toSorted(), operationId)
      assert.ok(route.status in responses, operationId)
    }
  })

  it('documents ETag and 304 for cacheable reads, but not for installs', () => {
    const parametersOf = (path: string) => document.paths[path]?.['get']?.parameters.map(({ $ref }) => $ref)
    assert.ok(parametersOf('/nodes/{nodeId}')?.includes('#/components/parameters/If-None-Match'))
    assert.deepEqual(headersOf('/nodes/{nodeId}', 'get', 200), ['RateLimit', 'RateLimit-Policy', 'ETag'])
    assert.ok(answerOf('/nodes/{nodeId}', 'get', 304))
    assert.ok(headersOf('/nodes/{nodeId}', 'get', 302).includes('Location'))
    assert.equal(answerOf('/nodes/{nodeId}/install', 'get', 304), undefined)
    assert.deepEqual(headersOf('/nodes/{nodeId}/install', 'get', 200), ['RateLimit', 'RateLimit-Policy'])
  })

  it('documents Idempotency-Key for POST requests of users, and Retry-After for temporary errors', () => {
    const create = document.paths['/publishers']?.['post']
    assert.ok(create?.parameters.some(({ $ref }) => $ref === '#/components/parameters/Idempotency-Key'))
    assert.ok(headersOf('/publishers', 'post', 201).includes('Idempotency-Replayed'))
    for (const status of [409, 429, 503]) {
      assert.ok(headersOf('/publishers', 'post', status).includes('Retry-After'), String(status))
    }
    assert.ok(!headersOf('/publishers', 'post', 400).includes('Retry-After'))
  })

  it('is public and revalidated by its ETag', async () => {
    const { world } = holder
    const answer = await world.fetch('http://registry.test/openapi')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    const served = describeApi(world.deps.config.apiUrl, routesWithoutProvider(world.deps.providers))
    assert.deepEqual(await answer.json(), served)
    const again = await world.fetch('http://registry.test/openapi', {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
  })
})
