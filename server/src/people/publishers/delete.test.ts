import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { claimNode, deleteNode, getNode, publishVersion } from '@nodeyard/contract/packs'
import { createToken, deletePublisher, getPublisher, listPublishers } from '@nodeyard/contract/people'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
type User = { id: string; email: string; name: string }

let owner: User
let publisherId: string

beforeEach(async () => {
  owner = await registry.world.given.user()
  publisherId = (await registry.world.given.publisher({ owner })).id
})

const remove = (user: User, id = publisherId) =>
  registry.world.as(user).call(deletePublisher, { params: { publisherId: id } })
const read = () => registry.world.anonymous.call(getPublisher, { params: { publisherId } })

describe('deleting a publisher', () => {
  it('removes permissions and tokens, and is recorded', async () => {
    const { world } = registry
    await world.as(owner).call(createToken, { params: { publisherId }, body: { name: 'CI' } })
    await read()
    await world.anonymous.call(listPublishers)
    assert.equal(await remove(owner), null)
    await refused('publisher_not_found', read())
    assert.ok(!(await world.anonymous.call(listPublishers)).some(({ id }) => id === publisherId))
    for (const table of ['publisher_permissions', 'personal_access_tokens'] as const) {
      const rows = await world.deps.db
        .selectFrom(table)
        .select('id')
        .where('publisher_id', '=', publisherId)
        .execute()
      assert.deepEqual(rows, [], table)
    }
    const events = await world.events(publisherId)
    assert.deepEqual(
      events.map(({ action, actor_id }) => [action, actor_id]),
      [['publisher.delete', owner.id]],
    )
  })

  it('refuses anyone but an owner', async () => {
    const { world } = registry
    for (const user of await world.given.strangersTo(publisherId))
      await refused('not_publisher_owner', remove(user))
    await refused('missing_credential', world.anonymous.call(deletePublisher, { params: { publisherId } }))
    assert.equal((await read()).id, publisherId)
  })

  it('refuses a banned owner', async () => {
    const { given } = registry.world
    const banned = await given.user({ status: 'banned' })
    await given.member({ publisher_id: publisherId, user_id: banned.id, role: 'owner' })
    await refused('user_banned', remove(banned))
  })

  it('keeps the ids of deleted nodes taken', async () => {
    const { world } = registry
    const { id: nodeId } = await world.given.node({ publisher_id: publisherId })
    await world.as(owner).call(deleteNode, { params: { publisherId, nodeId } })
    await remove(owner)
    await refused('publisher_not_found', read())
    await refused('node_not_found', world.anonymous.call(getNode, { params: { nodeId } }))
    const rival = await world.given.user()
    const { id: rivalId } = await world.given.publisher({ owner: rival })
    const params = { publisherId: rivalId, nodeId }
    await refused('node_not_found', world.as(rival).call(claimNode, { params, body: { GH_TOKEN: 'token' } }))
    const { token } = await world
      .as(rival)
      .call(createToken, { params: { publisherId: rivalId }, body: { name: 'CI' } })
    const publishing = world.anonymous.call(publishVersion, {
      params,
      body: {
        personal_access_token: token ?? '',
        node: { id: nodeId, name: nodeId },
        node_version: { version: '1.0.0', dependencies: [] },
      },
    })
    await refused('node_of_other_publisher', publishing)
    assert.equal((await world.given.publisher({ id: publisherId, owner: rival })).id, publisherId)
    const [event] = await world.events(publisherId)
    assert.deepEqual(event?.after, { keptIds: [nodeId] })
  })

  it('refuses while the publisher owns a node that is not deleted', async () => {
    const { given } = registry.world
    for (const status of ['active', 'draft', 'banned'] as const) {
      const user = await given.user()
      const { id } = await given.publisher({ owner: user })
      await given.node({ publisher_id: id, status, was_public: status !== 'draft' })
      await refused('publisher_owns_nodes', remove(user, id))
    }
  })

  it('refuses for the unclaimed publisher, even to an admin', async () => {
    const admin = await registry.world.given.user({ is_admin: true })
    await refused('publisher_is_reserved', remove(owner, unclaimedPublisherId))
    await refused('publisher_is_reserved', remove(admin, unclaimedPublisherId))
  })

  it('refuses an unknown publisher', async () => {
    await refused('publisher_not_found', remove(owner, 'nobody'))
  })

  it('succeeds once for concurrent requests', async () => {
    const results = await Promise.allSettled([remove(owner), remove(owner)])
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const refusal = results.find((result) => result.status === 'rejected')
    await refused('publisher_not_found', Promise.reject(refusal?.reason))
    assert.equal((await registry.world.events(publisherId)).length, 1)
  })
})
