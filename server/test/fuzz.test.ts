import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addressOf } from '@nodeyard/contract/client'
import type { Problem } from '@nodeyard/contract/errors'
import type { Route } from '@nodeyard/contract/route'
import { routes } from '@nodeyard/contract/routes'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { declaredErrors } from '../src/http/mount.ts'
import { broken, fitting, type JsonSchema, undeclaredIn } from './arbitrary.ts'
import { type ActorName, makeScene, type Scene } from './permission-scene.ts'
import { useWorld } from './world.ts'

/** Requests a route; the long check asks for 200: `npm run fuzz-api`. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 6)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_501)

const registry = useWorld()
const callers: ActorName[] = ['anonymous', 'owner', 'admin', 'adminWithToken', 'apiKeyRight', 'service']

let scene: Scene
let headersOf: Record<string, Record<string, string>>

interface Generated {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  headers: Record<string, unknown>
}

/** Ids of things that are there: with these a call gets further than "not found". */
function known(name: string): fc.Arbitrary<unknown>[] {
  const ids: Record<string, unknown> = {
    publisherId: scene.publisherId,
    nodeId: scene.nodeId,
    version: scene.version.number,
    versionNumber: scene.version.number,
    versionId: scene.version.id,
    comfyNodeName: scene.version.comfyNodeName,
    customerId: scene.customerId,
    tokenId: scene.tokenId,
  }
  return name in ids ? [fc.constant(ids[name])] : []
}

function requestsTo(route: Route): fc.Arbitrary<Generated> {
  const part = (name: 'params' | 'query' | 'body' | 'headers') => {
    const schema = route[name] as JsonSchema
    return name === 'params'
      ? fc.oneof(paramsOf(schema), broken(schema))
      : fc.oneof(fitting(schema), fitting(schema), broken(schema))
  }
  return fc.record({
    params: part('params') as fc.Arbitrary<Generated['params']>,
    query: part('query') as fc.Arbitrary<Generated['query']>,
    body: part('body'),
    headers: part('headers') as fc.Arbitrary<Generated['headers']>,
  })
}

function paramsOf({ properties = {} }: JsonSchema): fc.Arbitrary<unknown> {
  return fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, fc.oneof(fitting(schema), ...known(name))]),
    ),
    { noNullPrototype: true },
  )
}

async function send(route: Route, { params, query, body, headers }: Generated, caller: ActorName) {
  const texts = Object.entries(headers ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && /^[\x20-\x7e]*$/.test(entry[1]),
  )
  const isObject = typeof query === 'object' && query !== null
  return registry.world.inject({
    method: route.method,
    url: safely(() => addressOf(route, params ?? {}, isObject ? query : {})),
    headers: { ...Object.fromEntries(texts), ...headersOf[caller], 'content-type': 'application/json' },
    ...(route.method === 'GET' ? {} : { payload: JSON.stringify(body ?? null) }),
  })
}

/** A lone surrogate has no place in an address. */
function safely(make: () => string): string {
  try {
    return make()
  } catch {
    return '/nowhere'
  }
}

describe('whatever is sent, fitting or not, to', () => {
  before(async () => {
    scene = await makeScene(registry.world)
    const entries = callers.map(async (caller) => [caller, await scene.headersOf(caller)] as const)
    headersOf = Object.fromEntries(await Promise.all(entries))
  })

  for (const [name, route] of Object.entries(routes)) {
    test(`${route.method} ${route.path} is answered as the contract says, never with 500`, async () => {
      const fits = Compile(route.response)
      const refusals = new Set<string>([...declaredErrors(route), 'route_not_found'])
      const property = fc.asyncProperty(
        requestsTo(route),
        fc.constantFrom(...callers),
        async (sent, caller) => {
          const answer = await send(route, sent, caller)
          const { statusCode: status, payload } = answer
          assert.notEqual(status, 500, payload)
          if (status >= 400) {
            const { error, message } = JSON.parse(payload) as Problem
            assert.ok(answer.headers['content-type']?.toString().startsWith('application/json'))
            assert.ok(refusals.has(error) || isOfOtherRoute(answer), `${name}: ${error}`)
            assert.doesNotMatch(message, /[\r\n]/)
          } else if (payload !== '' && !isOfOtherRoute(answer)) {
            const body: unknown = JSON.parse(payload)
            assert.ok(fits.Check(body), JSON.stringify(fits.Errors(body).slice(0, 3)))
            assert.deepEqual(undeclaredIn(route.response as JsonSchema, body), [])
          }
        },
      )
      await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
    })
  }
})

/** An empty or odd parameter makes an address that another route answers, or a redirect. */
function isOfOtherRoute({
  statusCode,
  raw,
}: {
  statusCode: number
  raw: { req: { url?: string | undefined } }
}): boolean {
  return statusCode === 302 || /\/\/|\/$|\/\.{1,2}(\/|\?|$)/.test((raw.req.url ?? '').split('?')[0] ?? '')
}
