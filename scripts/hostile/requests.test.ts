import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { routeTools } from '@nodeyard/agents/tools'
import { resolveWorkflowName } from '@nodeyard/agents/workflow'
import { routes } from '@nodeyard/contract/routes'
import { ExampleScene } from '../../server/test/example-scene.ts'
import { World } from '../../server/test/world.ts'
import { cpuOf } from './growth.ts'
import {
  computations,
  hostedFiles,
  largestRequest,
  plainRoutes,
  storePacks,
  strangersRoutes,
} from './requests.ts'

/** CPU time that one request may take in the thread that serves all requests. */
const mostMs = 300
const attempts = 4

/** Measures until it is little enough, because code is slower at first and when memory is collected. */
async function assertLittle(prepare: () => Promise<() => Promise<unknown>>): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < attempts && least > mostMs; i++) least = Math.min(least, await cpuOf(await prepare()))
  assert.ok(least <= mostMs, `${least.toFixed(0)} ms`)
}

describe('the largest request to each route that strangers can call', () => {
  let scene: ExampleScene
  before(async () => {
    scene = await ExampleScene.open()
    await scene.prepareWrites()
  })
  after(() => scene.close())

  for (const route of strangersRoutes)
    it(`takes little time of the main thread: ${route[0]}`, () =>
      assertLittle(() => largestRequest(scene, route, 1)))
})

describe('a hostile request', () => {
  let world: World
  before(async () => {
    world = await World.open({
      workflowFiles: {
        get: async (address) => {
          const { pathname, searchParams } = new URL(address)
          return Buffer.from(hostedFiles[pathname]?.(Number(searchParams.get('size'))) ?? '')
        },
      },
    })
    await storePacks(world)
  })
  after(() => world.close())

  for (const { of, name, request, largest } of computations)
    it(`takes little time of the main thread: ${of}, ${name}`, () =>
      assertLittle(async () => {
        const { method = 'POST', url, body } = request(largest)
        const payload = body === undefined ? '' : JSON.stringify(body)
        return async () => {
          const { statusCode } = await world.inject({
            ...{ method, url, ...(payload === '' ? {} : { payload }) },
            headers: {
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
              'mcp-protocol-version': '2025-06-18',
            },
          })
          assert.ok([200, 400, 422, 503].includes(statusCode), `${statusCode}`)
        }
      }))
})

describe('the list of computations', () => {
  it('has every public route that takes a body', () => {
    const known = new Set([...computations.map(({ of }) => of), ...Object.keys(plainRoutes)])
    const missing = Object.entries(routes).filter(
      ([name, { method, access }]) => method === 'POST' && access === 'public' && !known.has(name),
    )
    assert.deepEqual(
      missing.map(([name]) => name),
      [],
    )
  })

  it('has every tool for agents that is more than a route', async () => {
    const computed = new Set(computations.map(({ of }) => of))
    assert.ok(computed.has(resolveWorkflowName))
    const strangers = new Set(strangersRoutes.map(([, route]) => route))
    assert.deepEqual(
      routeTools.filter(({ route }) => !strangers.has(route)).map(({ name }) => name),
      [],
    )
  })
})
