import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type QueryOf, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { searchNodes } from '@nodeyard/contract/packs'
import { useWorld } from '../../../test/world.ts'
import { reindexEverything } from './reindex.ts'

const holder = useWorld()
const dayMs = 86_400_000

async function found(query: QueryOf<typeof searchNodes>): Promise<string[]> {
  const { nodes } = await holder.world.anonymous.call(searchNodes, { query: { sort: 'name', ...query } })
  return nodes.map(({ id }) => id).sort()
}

const others = ['closed', 'old', 'replaced', 'silent']

describe('facets of nodes', () => {
  before(async () => {
    const { given, deps } = holder.world
    const ago = (days: number) => new Date(deps.now().getTime() - days * dayMs)
    const unclaimed = { publisher_id: unclaimedPublisherId, latest_version_id: null }
    await given.node({ ...unclaimed, id: 'silent' })
    await given.node({
      ...unclaimed,
      id: 'read',
      repository_changed_at: ago(20),
      supported_os: ['Linux'],
      supported_comfyui_version: '>=0.3.40',
    })
    const traits = {
      license: 'MIT',
      python: '>=3.11',
      wheels: [],
      os: ['Windows'],
      accelerators: ['CUDA'],
      requirements: [],
    }
    await given.reading({ node_id: 'read', traits, unpacked_bytes: 30_000_000 })
    await given.node({ ...unclaimed, id: 'old', name: 'Old video frames', repository_changed_at: ago(700) })
    await given.node({ ...unclaimed, id: 'closed', repository_changed_at: ago(10), is_archived: true })
    await given.node({ ...unclaimed, id: 'replaced', repository_changed_at: ago(10), successor_id: 'read' })
    await reindexEverything(deps)
  })

  it('says with the look of a node what it is for', async () => {
    const query = { search: 'frames', looks: true }
    const { nodes } = await holder.world.anonymous.call(searchNodes, { query })
    assert.deepEqual(
      nodes.map(({ look }) => look?.category),
      ['video'],
    )
  })

  it('count declared, detected and unstated values', async () => {
    const { facets } = await holder.world.anonymous.call(searchNodes, { query: { facets: true } })
    assert.deepEqual(facets?.os, [
      { value: 'declared:Linux', count: 1 },
      { value: 'detected:Windows', count: 1 },
      { value: 'not_stated', count: 4 },
    ])
    assert.deepEqual(facets.accelerator, [
      { value: 'detected:CUDA', count: 1 },
      { value: 'not_stated', count: 4 },
    ])
    const licenses = facets.license.filter(({ value }) => value !== 'commercial_use')
    assert.deepEqual(licenses, [
      { value: 'not_stated', count: 4 },
      { value: 'MIT', count: 1 },
    ])
    assert.deepEqual(facets.size, [
      { value: '10_to_100_mb', count: 1 },
      { value: 'not_stated', count: 4 },
    ])
    assert.deepEqual(facets.health, [
      { value: 'maintained', count: 1 },
      { value: 'quiet', count: 1 },
      { value: 'archived', count: 1 },
      { value: 'superseded', count: 1 },
      { value: 'not_stated', count: 1 },
    ])
    assert.deepEqual(facets.committed_within_days, [
      { value: '30', count: 3 },
      { value: '90', count: 3 },
      { value: '365', count: 3 },
    ])
  })

  const narrowings: [QueryOf<typeof searchNodes>, string[]][] = [
    [{ os: 'Windows' }, ['read']],
    [{ os: 'detected:Windows' }, ['read']],
    [{ os: 'declared:Windows' }, []],
    [{ os: 'not_stated' }, others],
    [{ accelerator: 'CUDA' }, ['read']],
    [{ python: '3.12' }, ['read']],
    [{ python: '3.10' }, []],
    [{ python: 'not_stated' }, others],
    [{ license: 'not_stated' }, others],
    [{ tool_version: '0.3.60' }, ['read']],
    [{ tool_version: '0.3.39' }, []],
    [{ tool_version: 'not_stated' }, others],
    [{ size: '10_to_100_mb' }, ['read']],
    [{ health: 'quiet' }, ['old']],
    [{ health: 'superseded' }, ['replaced']],
    [{ committed_within_days: 15 }, ['closed', 'replaced']],
  ]
  for (const [query, ids] of narrowings)
    it(`narrow by ${JSON.stringify(query)}`, async () => {
      assert.deepEqual(await found(query), ids)
    })

  it('leave the filters of clients as they were: nodes that state nothing fit all systems', async () => {
    assert.deepEqual(await found({ supported_os: 'Windows' }), others)
  })
})
