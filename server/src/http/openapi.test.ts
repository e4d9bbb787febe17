import assert from 'node:assert/strict'
import { test } from 'node:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import { routes } from '@nodeyard/contract/routes'
import { useWorld } from '../../test/world.ts'
import { describeApi } from './openapi.ts'

const holder = useWorld()

interface Operation {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  responses: Record<string, { description: string; content?: Record<string, { examples?: object }> }>
}

const document = describeApi('https://registry.test') as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: Record<string, { $ref?: string }> }> }
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test('the description is a valid OpenAPI document', async () => {
  await SwaggerParser.validate(structuredClone(document) as never)
})

test('every route of the contract is described, under its own name', () => {
  assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), Object.keys(routes).sort())
})

test('shapes with a name are described once', () => {
  const { schemas } = document.components
  assert.equal(schemas['Node']?.properties['latest_version']?.$ref, '#/components/schemas/NodeVersion')
  assert.equal(schemas['Node']?.properties['publisher']?.$ref, '#/components/schemas/Publisher')
})

test('a route tells its parameters, its credentials and each refusal with its code', () => {
  const install = document.paths['/nodes/{nodeId}/install']?.['get']
  assert.deepEqual(
    install?.parameters.map(({ name, in: where, required }) => [name, where, required]),
    [
      ['nodeId', 'path', true],
      ['version', 'query', false],
    ],
  )
  assert.deepEqual(install?.security, [{}, { idToken: [] }])
  assert.match(install?.responses['404']?.description ?? '', /`node_not_found`: Node not found/)
  const examples = install?.responses['404']?.content?.['application/json']?.examples ?? {}
  assert.deepEqual(Object.keys(examples), ['node_not_found', 'version_not_found', 'no_installable_version'])
})

test('anybody may read the description, and holds on to it by its ETag', async () => {
  const { world } = holder
  const answer = await world.fetch('http://registry.test/openapi')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(await answer.json(), describeApi(world.deps.config.apiUrl))
  const again = await world.fetch('http://registry.test/openapi', {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  })
  assert.equal(again.status, 304)
})
