import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { examples } from '@nodeyard/contract/examples'
import { addressOf, type Problem, type Route } from '@nodeyard/contract/ground'
import { routes } from '@nodeyard/contract/routes'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { declaredErrors } from '../src/ground/http/declared-errors.ts'
import { broken, fitting, type JsonSchema, undeclaredIn } from './arbitrary.ts'
import { ExampleScene } from './example-scene.ts'

/** Requests per route; the long check uses 200: `npm run lab -- fuzz-api`. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 6)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_501)

let scene: ExampleScene
before(async () => {
  scene = await ExampleScene.open()
  await scene.prepareWrites()
})
after(() => scene.close())

interface Generated {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  headers: Record<string, unknown>
}

/** Generates valid, invalid and example values for each part. The examples let a call get further. */
function requestsTo(route: Route): fc.Arbitrary<Generated> {
  const example = examples.get(route)
  const shown: Partial<Record<keyof Generated, unknown>> = {
    ...(example?.input as object | undefined),
    headers: example?.headers,
  }
  const part = (name: keyof Generated) => {
    const schema = route[name] as JsonSchema
    return fc.oneof(
      { weight: 2, arbitrary: fc.constant(shown[name] ?? {}) },
      { weight: 2, arbitrary: fitting(schema) },
      {
        weight: 1,
        arbitrary: fitting(schema).map((one) => ({ ...(one as object), ...(shown[name] as object) })),
      },
      { weight: 1, arbitrary: broken(schema) },
    )
  }
  return fc.record({
    params: part('params') as fc.Arbitrary<Generated['params']>,
    query: part('query') as fc.Arbitrary<Generated['query']>,
    body: part('body'),
    headers: part('headers') as fc.Arbitrary<Generated['headers']>,
  })
}

const callers = ['as asked', 'as asked', 'nobody', 'admin', 'user'] as const

async function credentialOf(
  caller: (typeof callers)[number],
  name: string,
  { access }: Route,
  body: string,
): Promise<Record<string, string>> {
  switch (caller) {
    case 'nobody':
      return {}
    case 'as asked':
      return scene.headersFor(name, access, body)
    case 'admin':
      return scene.headersFor(name, 'admin-token', body)
    case 'user':
      return scene.headersFor(name, 'signed-in', body)
  }
}

async function send(
  name: string,
  route: Route,
  { params, query, body, headers }: Generated,
  caller: (typeof callers)[number],
) {
  const texts = Object.entries(headers ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && /^[\x20-\x7e]*$/.test(entry[1]),
  )
  const isObject = typeof query === 'object' && query !== null
  const payload = route.method === 'GET' ? '' : JSON.stringify(body ?? null)
  return scene.world.inject({
    method: route.method,
    url: safely(() => addressOf(route, params ?? {}, isObject ? query : {})),
    headers: {
      ...Object.fromEntries(texts),
      ...(await credentialOf(caller, name, route, payload)),
      'content-type': 'application/json',
    },
    ...(payload === '' ? {} : { payload }),
  })
}

/** A URL cannot contain a lone surrogate. */
function safely(make: () => string): string {
  try {
    return make()
  } catch {
    return '/nowhere'
  }
}

describe('a request with arbitrary input', () => {
  for (const [name, route] of Object.entries(routes)) {
    it(`gets a response within the contract, never 500: ${route.method} ${route.path}`, async () => {
      const fits = Compile(route.response)
      const refusals = new Set<string>([...declaredErrors(route), 'route_not_found'])
      const property = fc.asyncProperty(
        requestsTo(route),
        fc.constantFrom(...callers),
        async (sent, caller) => {
          const answer = await send(name, route, sent, caller)
          const { statusCode: status, payload } = answer
          assert.notEqual(status, 500, payload)
          if (status >= 400 && !isPassedOn(route, payload)) {
            const { error, message } = JSON.parse(payload) as Problem
            assert.ok(answer.headers['content-type']?.toString().startsWith('application/json'))
            assert.ok(refusals.has(error) || isOfOtherRoute(answer) || isSentence(error), `${name}: ${error}`)
            assert.doesNotMatch(message, /[\r\n]/)
          } else if (status < 400 && payload !== '' && !isOfOtherRoute(answer)) {
            const body: unknown = JSON.parse(payload)
            assert.ok(fits.Check(body), JSON.stringify(fits.Errors(body).slice(0, 3)))
            assert.deepEqual(undeclaredIn(route.response as JsonSchema, body), [])
          }
        },
      )
      await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
      await scene.world.runJobs()
    })
  }
})

/** Existing clients expect a sentence in place of the code for a duplicate repository. */
const isSentence = (error: string) => error.startsWith('duplicate: ')

/** A service reports errors in its own format. */
const isPassedOn = ({ path }: Route, payload: string) =>
  path.startsWith('/proxy/') && !('error' in (JSON.parse(payload) as object))

/** An empty or unusual parameter can produce the URL of another route, or a redirect. */
function isOfOtherRoute({
  statusCode,
  raw,
}: {
  statusCode: number
  raw: { req: { url?: string | undefined } }
}): boolean {
  return statusCode === 302 || /\/\/|\/$|\/\.{1,2}(\/|\?|$)/.test((raw.req.url ?? '').split('?')[0] ?? '')
}
