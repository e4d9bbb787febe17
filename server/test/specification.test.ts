import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { examples, secretsOfExamples } from '@nodeyard/contract/examples'
import { type Route, registryAt } from '@nodeyard/contract/ground'
import { routes } from '@nodeyard/contract/routes'
import { Compile } from 'typebox/compile'
import { type JsonSchema, undeclaredIn } from './arbitrary.ts'
import { ExampleScene } from './example-scene.ts'
import { actors, makeScene } from './permission-scene.ts'
import { permissionTable } from './permission-table.ts'
import { specifiedRoutes } from './specified-routes.ts'
import { useWorld } from './world.ts'

const registry = useWorld()

const shapeOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}|:\w+/g, '{}')}`
const byShape = new Map(
  Object.values(routes).map((route) => [shapeOf(route.method, route.path), route] as const),
)
const routeOf = (specified: string): Route | undefined => {
  const [method = '', path = ''] = specified.split(' ')
  return byShape.get(shapeOf(method, path))
}

describe('the specification', () => {
  it('has a route of the contract for every call', () => {
    assert.deepEqual(
      specifiedRoutes.filter((specified) => !routeOf(specified)),
      [],
    )
  })
})

describe('a call of the specification', () => {
  for (const specified of specifiedRoutes) {
    const row = permissionTable.find(({ route }) => route === routeOf(specified))
    if (!row) continue
    const allowed = actors.filter((actor) => row.expected[actor] === 'ok')
    // Passed-through calls follow below.
    if (allowed.length === 0) continue
    it(`responds in the contract's format to every permitted actor: ${specified}`, async () => {
      const { route } = row
      const fits = Compile(route.response)
      for (const actor of allowed) {
        const scene = await makeScene(registry.world)
        let status = 0
        const client = registryAt('http://registry.test', async (input, init) => {
          const answer = await registry.world.fetch(input, init)
          status = answer.status
          return answer
        })
        const headers = { ...row.headers, ...(await scene.headersOf(actor)) }
        const body: unknown = await client.call(route, row.input(scene, actor), { headers })
        assert.ok([route.status, route.otherStatus].includes(status as never), `${actor}: ${status}`)
        assert.ok(fits.Check(body), `${actor}: ${JSON.stringify(fits.Errors(body).slice(0, 3))}`)
        assert.deepEqual(undeclaredIn(route.response as JsonSchema, body), [])
      }
    })
  }
})

describe('a service of the specification', () => {
  let scene: ExampleScene
  before(async () => {
    scene = await ExampleScene.open()
  })
  after(() => scene.close())

  const credentials = {
    'a sign-in': () => scene.headersFor('', 'customer', ''),
    'an API key': async () => ({ 'x-api-key': secretsOfExamples.apiKey }),
  }
  for (const specified of specifiedRoutes.filter((one) => one.includes('/proxy/'))) {
    it(`accepts a sign-in and an API key: ${specified}`, async () => {
      const route = routeOf(specified)
      assert.ok(route)
      const client = registryAt('http://registry.test', scene.world.fetch)
      for (const [name, headers] of Object.entries(credentials)) {
        const body: unknown = await client.call(route, examples.get(route)?.input, {
          headers: await headers(),
        })
        const fits = Compile(route.response)
        assert.ok(fits.Check(body), `${name}: ${JSON.stringify(fits.Errors(body).slice(0, 3))}`)
      }
      await assert.rejects(client.call(route, examples.get(route)?.input), { status: 401 })
    })
  }

  it('meters each call', async () => {
    await scene.world.deps.usage.flush()
    const { rows } = await scene.world.deps.database.raw.query(
      "select 1 from customer_events where event_type = 'api_usage_completed'",
    )
    assert.ok(rows.length > 0)
  })
})
