import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { examples } from '@nodeyard/contract/examples/all'
import { routes } from '@nodeyard/contract/routes'
import { describeApi } from '../src/ground/http/openapi.ts'
import { ExampleScene } from './example-scene.ts'

interface Shown {
  example?: unknown
}
interface Operation {
  operationId: string
  parameters: ({ name: string; in: 'path' | 'query' | 'header'; schema: { type?: string } } & Shown)[]
  requestBody?: { content: Record<string, Shown> }
  responses: Record<string, { content?: Record<string, Shown> }>
}

const document = describeApi('https://api.example.test') as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const reads = operations.filter(({ method }) => method === 'get')
/** What takes something away comes last. */
const writes = operations
  .filter(({ method }) => method !== 'get')
  .toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))

const titleOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`

let scene: ExampleScene
before(async () => {
  scene = await ExampleScene.open()
})
after(() => scene.close())

test('every route has an example', () => {
  const without = Object.entries(routes).filter(([, route]) => !examples.has(route))
  assert.deepEqual(
    without.map(([name]) => name),
    [],
  )
})

test('the description shows no other examples than those that are made here', () => {
  const places = countExamples(document)
  const made = operations.map(({ operation }) => countMade(operation))
  assert.equal(
    places,
    made.reduce((sum, one) => sum + one, 0),
  )
})

describe('an example of the description is answered as it says:', () => {
  for (const one of reads) test(titleOf(one), () => make(one))

  test('what the others speak of is there', () => scene.prepareWrites())
  for (const one of writes) test(titleOf(one), () => make(one))
})

async function make({ path, method, operation }: (typeof operations)[number]): Promise<void> {
  const payload = bodyOf(operation.requestBody)
  const body = payload === undefined ? '' : await scene.filled(JSON.stringify(payload))
  const route = routes[operation.operationId]
  assert.ok(route)
  const answer = await scene.world.inject({
    method: method.toUpperCase() as 'GET',
    url: addressOf(path, operation),
    headers: {
      ...Object.fromEntries(given(operation, 'header').map(({ name, example }) => [name, String(example)])),
      ...(await scene.headersFor(operation.operationId, route.access, body)),
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === '' ? {} : { payload: body }),
  })
  const shown = operation.responses[answer.statusCode]
  assert.ok(answer.statusCode < 300, answer.payload)
  assert.ok(shown, String(answer.statusCode))
  const answered: unknown = answer.payload === '' ? undefined : JSON.parse(answer.payload)
  if (process.env['SHOW_ANSWERS']) console.log(operation.operationId, answer.payload)
  assert.deepEqual(settled(answered), settled(bodyOf(shown)))
}

function bodyOf(holder: { content?: Record<string, Shown> } | undefined): unknown {
  return holder?.content?.['application/json']?.example
}

const given = ({ parameters }: Operation, place: string) =>
  parameters.filter((one) => 'example' in one && one.in === place)

function addressOf(path: string, operation: Operation): string {
  const filled = given(operation, 'path').reduce(
    (address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  )
  const query = given(operation, 'query').flatMap(({ name, example }) =>
    [example].flat().map((value): [string, string] => [name, String(value)]),
  )
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled
}

function countExamples(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [key, member]) => sum + (key === 'example' || key === 'examples' ? 1 : countExamples(member)),
    0,
  )
}

function countMade({ parameters, requestBody, responses }: Operation): number {
  const holders = [requestBody, ...Object.values(responses)]
  return (
    parameters.filter((one) => 'example' in one).length +
    holders.filter((holder) => bodyOf(holder) !== undefined).length
  )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const advisory = /^NYSA-\d{4}-\d{4}$/
const day = /^\d{4}-\d\d-\d\d$/
/** Members that hold a secret, or what each run of the registry counts or makes for itself. */
const ofEachRun = new Set([
  'token',
  'secret',
  'plaintext_key',
  'key_prefix',
  'signedUrl',
  'sha256',
  'revision',
  'payload',
  'protected',
  'signature',
  'x',
  'id:number',
  'rulesVersion:number',
  'tookMs:number',
  'downloads:number',
  'popularity:number',
])

/** The answer with everything that differs from one run to the next named instead of told. */
function settled(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => settled(one, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, settled(member, key)]))
  }
  if (typeof value === 'number') return ofEachRun.has(`${name}:number`) ? '(a number)' : value
  if (typeof value !== 'string') return value
  if (ofEachRun.has(name)) return '(of this run)'
  if (uuid.test(value)) return '(a uuid)'
  if (name === 'id' && /^\d+$/.test(value)) return '(a number)'
  if (name === 'id' && advisory.test(value)) return '(an advisory)'
  if (moment.test(value)) return '(a moment)'
  return day.test(value) ? '(a day)' : value
}
