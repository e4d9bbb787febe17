import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examples } from '@nodeyard/contract/examples'
import { addressOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { routes } from '@nodeyard/contract/routes'
import { addressKey } from '../src/ground/address-key.ts'
import { useWorld } from './world.ts'

const holder = useWorld()

const bulkRoutes = Object.values(routes).filter(
  ({ path, access }) => path.startsWith('/bulk/') && access === 'public',
)

describe('public bulk requests', () => {
  it('wait for one budget of reads, and are refused when too many wait', async () => {
    const { app } = holder.world
    const ask = (route: (typeof bulkRoutes)[number]) =>
      holder.world.inject({
        method: route.method,
        url: addressOf(route, {}, {}),
        remoteAddress: '192.0.2.1',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify((examples.get(route)?.input as { body?: object } | undefined)?.body ?? {}),
      })
    assert.ok(bulkRoutes.length >= 7)
    const end = Promise.withResolvers<void>()
    const others = Array.from({ length: limits.waitingBulkRequests + 1 }, () =>
      app.bulkTurns.run(addressKey('192.0.2.2'), () => end.promise).catch(() => undefined),
    )
    // These displace the last ones of the other caller.
    const waiting = bulkRoutes.map(ask)
    const refused = await Promise.all(others.slice(-bulkRoutes.length))
    assert.deepEqual(
      refused,
      bulkRoutes.map(() => undefined),
    )
    const more = Array.from({ length: limits.waitingBulkRequests }, () => ask(bulkRoutes[0] as never))
    const first = await Promise.race(more)
    assert.deepEqual([first.statusCode, first.headers['retry-after']], [503, '1'])
    assert.equal((await holder.world.inject({ url: '/nodes' })).statusCode, 200)
    end.resolve()
    for (const { statusCode, body } of await Promise.all(waiting)) assert.equal(statusCode, 200, body)
  })
})
