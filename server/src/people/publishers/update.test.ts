import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type BodyOf, unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  getNode,
  getNodeOfComfyNode,
  listNodes,
  listPublisherNodes,
  listPublisherNodesPaged,
  searchNodes,
} from '@nodeyard/contract/packs'
import { getPublisher, listPublishers, updatePublisher } from '@nodeyard/contract/people'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'

const registry = useWorld()
type User = { id: string; email: string; name: string }
type Body = BodyOf<typeof updatePublisher>

let owner: User
let publisherId: string

beforeEach(async () => {
  const { given } = registry.world
  owner = await given.user()
  publisherId = (await given.publisher({ owner, name: 'Before', description: 'Kept.' })).id
})

const update = (user: User, body: Body, id = publisherId) =>
  registry.world.as(user).call(updatePublisher, { params: { publisherId: id }, body })

describe('updating a publisher', () => {
  it('changes the given fields only', async () => {
    const { world } = registry
    const publisher = await update(owner, { name: ' After ' })
    assert.deepEqual([publisher.name, publisher.description, publisher.members], ['After', 'Kept.', []])
    const [event, ...others] = await world.events(publisherId)
    assert.deepEqual([event?.action, event?.actor_id], ['publisher.update', owner.id])
    assert.deepEqual([event?.before, event?.after], [{ name: 'Before' }, { name: 'After' }])
    assert.deepEqual(others, [])
  })

  it('clears optional fields but not the name', async () => {
    const publisher = await update(owner, { description: '', website: '', support: '' })
    assert.equal(publisher.description, '')
    const problem = await refused('invalid_request', update(owner, { name: '  ' }))
    assert.equal(problem.field, 'body.name')
  })

  it('accepts the publisher as it was read, without a change', async () => {
    const { world } = registry
    const params = { publisherId }
    const read = await world.as(owner).call(getPublisher, { params })
    const again = await update(owner, { ...read, status: 'PublisherStatusBanned', id: 'other-id' } as Body)
    assert.deepEqual(again, { ...read, members: [] })
    assert.deepEqual(await world.events(publisherId), [])
  })

  it('shows the new name immediately in single read and list', async () => {
    const { anonymous } = registry.world
    const named = async () => [
      (await anonymous.call(getPublisher, { params: { publisherId } })).name,
      (await anonymous.call(listPublishers)).find(({ id }) => id === publisherId)?.name,
    ]
    assert.deepEqual(await named(), ['Before', 'Before'])
    await update(owner, { name: 'After' })
    assert.deepEqual(await named(), ['After', 'After'])
  })

  it('updates cached responses about its nodes, and no others', async () => {
    const { anonymous, deps, given } = registry.world
    const params = { publisherId }
    const [node, other] = [await given.node({ publisher_id: publisherId }), await given.node()]
    const { name: comfyNodeName } = await given.comfyNode({
      version_id: (await given.version({ node_id: node.id })).id,
    })
    await transact(deps, async (tx) => markChanged(tx, `node:${node.id}`, `node:${other.id}`))
    const readOther = async () =>
      (await anonymous.call(getNode, { params: { nodeId: other.id } })).description
    const shown = async () => {
      const alone = [
        await anonymous.call(getNode, { params: { nodeId: node.id } }),
        await anonymous.call(getNodeOfComfyNode, { params: { comfyNodeName } }),
      ]
      const lists = [
        (await anonymous.call(listNodes)).nodes,
        (await anonymous.call(searchNodes, { query: { search: node.name } })).nodes,
        (await anonymous.call(searchNodes, { query: { search: node.name, limit: 7 } })).nodes,
        await anonymous.call(listPublisherNodes, { params }),
        (await anonymous.call(listPublisherNodesPaged, { params })).nodes,
      ]
      const ofNode = [...alone, ...lists.map((nodes) => nodes.find(({ id }) => id === node.id))]
      return ofNode.map((one) => one?.publisher.description)
    }
    assert.deepEqual(new Set(await shown()), new Set(['Kept.']))
    const before = await readOther()
    await deps.db
      .updateTable('nodes')
      .set({ description: 'Unheard of.' })
      .where('id', '=', other.id)
      .execute()
    await update(owner, { description: 'New.' })
    assert.deepEqual(new Set(await shown()), new Set(['New.']))
    assert.equal(await readOther(), before)
  })

  it('refuses anyone but an owner', async () => {
    const { world } = registry
    for (const user of await world.given.strangersTo(publisherId))
      await refused('not_publisher_owner', update(user, { name: 'Mine' }))
    const input = { params: { publisherId }, body: { name: 'Mine' } }
    await refused('missing_credential', world.anonymous.call(updatePublisher, input))
    const { name } = await world.anonymous.call(getPublisher, { params: { publisherId } })
    assert.equal(name, 'Before')
  })

  it('refuses a banned owner', async () => {
    const { given } = registry.world
    const banned = await given.user({ status: 'banned' })
    await given.member({ publisher_id: publisherId, user_id: banned.id, role: 'owner' })
    await refused('user_banned', update(banned, { name: 'Mine' }))
    await refused('user_banned', update(banned, { name: 'Mine' }, 'nobody'))
  })

  it('refuses unknown and unclaimed publishers', async () => {
    await refused('publisher_not_found', update(owner, { name: 'Any' }, 'nobody'))
    await refused('not_publisher_owner', update(owner, { name: 'Any' }, unclaimedPublisherId))
  })

  it('names the invalid field', async () => {
    const bad: [object, string][] = [
      [{ name: 'a'.repeat(256) }, 'body.name'],
      [{ name: 7 }, 'body.name'],
      [{ name: null }, 'body.name'],
      [{ description: ['a'] }, 'body.description'],
      [{ website: 'javascript:alert(1)' }, 'body.website'],
      [{ logo: 'nonsense' }, 'body.logo'],
    ]
    for (const [body, field] of bad) {
      const problem = await refused('invalid_request', update(owner, body as Body))
      assert.equal(problem.field, field)
    }
  })

  it('applies concurrent changes of different fields', async () => {
    await Promise.all([update(owner, { name: 'After' }), update(owner, { description: 'New.' })])
    const { name, description } = await registry.world.anonymous.call(getPublisher, {
      params: { publisherId },
    })
    assert.deepEqual([name, description], ['After', 'New.'])
  })
})
