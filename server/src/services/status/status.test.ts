import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getStatus } from '@nodeyard/contract/services'
import { useWorld } from '../../../test/world.ts'
import { probeEverything } from './probe.ts'

const holder = useWorld()

async function states() {
  holder.world.advance(20_000)
  const { parts } = await holder.world.anonymous.call(getStatus)
  return Object.fromEntries(parts.map(({ part, state }) => [part, state]))
}

const all = (state: string) => ({
  api: state,
  search: state,
  archives: state,
  publishing: state,
  jobs: state,
})

describe('the status of the service', () => {
  it('is unknown before the first probe', async () => {
    assert.deepEqual(await states(), all('unknown'))
  })

  it('is working after successful probes', async () => {
    await probeEverything(holder.world.deps)
    assert.deepEqual(await states(), all('working'))
  })

  it('shows a failing part and lowers its uptime', async () => {
    const { deps, anonymous } = holder.world
    const blobs = { ...deps.blobs, check: () => Promise.reject(new Error('The disk is gone.')) }
    await probeEverything({ ...deps, blobs })
    assert.deepEqual(await states(), { ...all('working'), archives: 'failing' })
    const { parts } = await anonymous.call(getStatus)
    const archives = parts.find(({ part }) => part === 'archives')
    assert.deepEqual(
      archives?.days.map(({ uptime, probes }) => ({ uptime, probes })),
      [{ uptime: 0.5, probes: 2 }],
    )
  })

  it('reports publishing as failing for a stuck version', async () => {
    const { world } = holder
    const version = await world.given.version({ status: 'pending' })
    await world.deps.db
      .insertInto('version_steps')
      .values({ version_id: version.id, step: 'received', started_at: world.now(), finished_at: world.now() })
      .execute()
    world.advance(31 * 60_000)
    await probeEverything(world.deps)
    assert.deepEqual(await states(), { ...all('working'), publishing: 'failing' })
  })

  it('reports failing jobs and unknown parts without probes', async () => {
    holder.world.advance(6 * 60_000)
    assert.deepEqual(await states(), { ...all('unknown'), jobs: 'failing' })
  })
})
