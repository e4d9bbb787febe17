import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { routeTools } from '@nodeyard/agents/tools'
import { resolveWorkflowName } from '@nodeyard/agents/workflow'
import { routes } from '@nodeyard/contract/routes'
import { buildZip } from '../../analysis/src/archive/zip-builder.test-support.ts'
import { archiveFile } from '../../server/src/ground/pictures/archive-picture.ts'
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

/** So much is little on any machine. */
const littleMs = 100
const attempts = 4
/** JSON of 46 MB. */
const largeText = JSON.stringify(
  Array.from({ length: 800_000 }, (_, id) => ({ id, name: `name ${id}`, list: [id, id + 1] })),
)

/**
 * Asserts that a request takes little CPU time of the thread that serves all requests: at most what this machine needs to
 * read a large text. Measures until it is little enough, because code is slower at first and when memory is collected.
 */
async function assertLittle(prepare: () => Promise<() => Promise<unknown>>): Promise<void> {
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (let i = 0; i < attempts && least > most; i++) {
    least = Math.min(least, await cpuOf(await prepare()))
    if (least <= littleMs) return
    most = Math.max(most, await cpuOf(() => JSON.parse(largeText)))
  }
  assert.ok(least <= most, `${least.toFixed(0)} ms, reading a large text ${most.toFixed(0)} ms`)
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

const hosted = new Map<string, Buffer>()

/** Makes a file once, so that its cost is not taken for that of a request. */
function hostedFile(address: string): Buffer {
  const { pathname, searchParams } = new URL(address)
  const file =
    hosted.get(address) ?? Buffer.from(hostedFiles[pathname]?.(Number(searchParams.get('size'))) ?? '')
  hosted.set(address, file)
  return file
}

describe('a hostile request', () => {
  let world: World
  before(async () => {
    world = await World.open({ workflowFiles: { get: async (address) => hostedFile(address) } })
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
            method,
            url,
            ...(payload === '' ? {} : { payload }),
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

describe('a file of an archive with very many files', () => {
  const last = 'example.json'
  const folders = `${'é'.repeat(100)}/`.repeat(4)
  const others = Array.from({ length: 36_000 }, (_, i) => ({ name: `${folders}${i}`, data: '' }))
  const bytes = buildZip({ entries: [...others, { name: last, data: 'x' }] })
  const blobs = {
    stat: async () => ({ size: bytes.byteLength }),
    read: async (_key: string, range?: { start: number; end: number }) =>
      Readable.from([bytes.subarray(range?.start, range && range.end + 1)]),
  }

  it('is found with little time of the main thread', () =>
    assertLittle(async () => async () => {
      const deps = { blobs: { ...blobs } } as unknown as Parameters<typeof archiveFile>[0]
      assert.equal(String(await archiveFile(deps, 'key', last)), 'x')
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
