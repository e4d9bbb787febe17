import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { registryAt } from '@nodeyard/contract/client'
import type { Route } from '@nodeyard/contract/route'
import { routes } from '@nodeyard/contract/routes'
import { Compile } from 'typebox/compile'
import { type JsonSchema, undeclaredIn } from './arbitrary.ts'
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

test('every call of the specification is a route of the contract', () => {
  assert.deepEqual(
    specifiedRoutes.filter((specified) => !routeOf(specified)),
    [],
  )
})

describe('every actor who may, gets from', () => {
  for (const specified of specifiedRoutes) {
    const row = permissionTable.find(({ route }) => route === routeOf(specified))
    if (!row) continue
    const allowed = actors.filter((actor) => row.expected[actor] === 'ok')
    // What passes through to a service is tested beside the fake services.
    if (allowed.length === 0) continue
    test(`${specified} an answer in the contract's shape`, async () => {
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
