import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { issueCatalogue, readCatalogue, readCurrent } from '../../../test/catalogue.ts'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { keepCatalogue } from './jobs.ts'

const holder = useWorld()
const minuteMs = 60_000

describe('the job that publishes the catalogue', () => {
  it('retries after a storage error before its next scheduled run, so that a ban takes effect', async (t) => {
    const { world } = holder
    const { deps } = world
    const { id } = await world.given.node()
    const before = await issueCatalogue(world)
    await deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', id).execute()
    world.advance(minuteMs)
    const put = t.mock.method(deps.blobs, 'put', () => Promise.reject(new Error('The store is away.')), {
      times: 1,
    })
    await transact(deps, (tx) => deps.jobs.send(tx, keepCatalogue, {}))
    await world.runJobs()
    assert.ok(put.mock.callCount() > 0)
    const after = await readCatalogue(world)
    assert.ok(after.sequence > before.sequence)
    assert.ok(!(await readCurrent(world, after)).includes(`"id":"${id}"`))
  })
})
