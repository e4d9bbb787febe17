import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { getNode, listNodes, mergeNode, setSuccessor } from '@nodeyard/contract/packs'
import { asAdmin } from '../../../test/admin.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { refreshStars } from '../nodes/jobs.ts'

const holder = useWorld()
const read = (nodeId: string) => holder.world.anonymous.call(getNode, { params: { nodeId } })
const unclaimed = (id: string, part: object = {}) =>
  holder.world.given.node({ id, publisher_id: unclaimedPublisherId, ...part })

describe('merging duplicates', () => {
  it('leads the names of the duplicate to the other node', async () => {
    const { world } = holder
    const admin = await asAdmin(world)
    await unclaimed('grain')
    await unclaimed('Grain-Copy')
    await world.given.hint('Grain-Copy', 'GrainNode')
    const body = { into: 'grain', reason: 'One repository in two lists.' }
    await admin.call(mergeNode, { params: { nodeId: 'grain-copy' }, body })
    assert.equal((await read('grain')).unverified_comfy_nodes?.[0], 'GrainNode')
    const { nodes } = await world.anonymous.call(listNodes, { query: { node_id: ['Grain_Copy'] } })
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['grain'],
    )
    await refused('node_not_found', admin.call(mergeNode, { params: { nodeId: 'grain-copy' }, body }))
  })

  it('refuses owned nodes, nodes with versions, and a node into itself', async () => {
    const { world } = holder
    const admin = await asAdmin(world)
    await unclaimed('tone')
    const owned = await world.given.node({ publisher_id: (await world.given.publisher()).id })
    const merge = (nodeId: string, into: string) =>
      admin.call(mergeNode, { params: { nodeId }, body: { into, reason: 'A duplicate.' } })
    await refused('node_not_unclaimed', merge(owned.id, 'tone'))
    await refused('node_not_found', merge('tone', 'tone'))
    const released = await unclaimed('released')
    await world.given.version({ node_id: released.id })
    await refused('node_has_versions', merge('released', 'tone'))
  })
})

describe('the health of a repository', () => {
  it('names the successor that moderators recommend, until they no longer do', async () => {
    const admin = await asAdmin(holder.world)
    await unclaimed('old-blur')
    await unclaimed('new-blur')
    const set = (body: { successor?: string }) =>
      admin.call(setSuccessor, { params: { nodeId: 'old-blur' }, body })
    await set({ successor: 'new-blur' })
    assert.equal((await read('old-blur')).successor, 'new-blur')
    await set({})
    assert.equal((await read('old-blur')).successor, undefined)
  })

  it('comes from the code host: archived, forked, last push', async () => {
    const { world } = holder
    const pushedAt = '2024-05-06T07:08:09Z'
    const host = { isArchived: true, pushedAt, forkedFrom: 'up/stream' }
    world.codeHost.addRepository({ owner: 'acme', name: 'forked', stars: 1, ...host })
    await unclaimed('forked', {
      repository_url: 'https://github.com/acme/forked',
      repository_key: 'github.com/acme/forked',
    })
    await refreshStars.run(world.deps, {}, new AbortController().signal)
    const { is_archived, forked_from, repository_changed_at } = await read('forked')
    assert.deepEqual([is_archived, forked_from], [true, 'up/stream'])
    assert.equal(repository_changed_at, new Date(pushedAt).toISOString())
  })
})
