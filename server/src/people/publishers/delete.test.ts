import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { deletePublisher, getPublisher, listPublishers } from '@nodeyard/contract/publishers'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { createToken } from '@nodeyard/contract/tokens'
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

test('an owner deletes a publisher with its permissions and tokens, and it is on record', async () => {
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

test('nobody but an owner may', async () => {
  const { world } = registry
  for (const user of await world.given.strangersTo(publisherId))
    await refused('not_publisher_owner', remove(user))
  await refused('missing_credential', world.anonymous.call(deletePublisher, { params: { publisherId } }))
  assert.equal((await read()).id, publisherId)
})

test('a banned owner may not', async () => {
  const { given } = registry.world
  const banned = await given.user({ status: 'banned' })
  await given.member({ publisher_id: publisherId, user_id: banned.id, role: 'owner' })
  await refused('user_banned', remove(banned))
})

test('a publisher that owns a node stays, even when the node is deleted or banned', async () => {
  const { given } = registry.world
  for (const status of ['active', 'banned', 'deleted'] as const) {
    const user = await given.user()
    const { id } = await given.publisher({ owner: user })
    await given.node({ publisher_id: id, status })
    await refused('publisher_owns_nodes', remove(user, id))
  }
})

test('the unclaimed publisher stays, whoever asks', async () => {
  const admin = await registry.world.given.user({ is_admin: true })
  await refused('publisher_is_reserved', remove(owner, unclaimedPublisherId))
  await refused('publisher_is_reserved', remove(admin, unclaimedPublisherId))
})

test('an unknown publisher is not found', async () => {
  await refused('publisher_not_found', remove(owner, 'nobody'))
})

test('of two deletions at once, one finds it gone', async () => {
  const results = await Promise.allSettled([remove(owner), remove(owner)])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const refusal = results.find((result) => result.status === 'rejected')
  await refused('publisher_not_found', Promise.reject(refusal?.reason))
  assert.equal((await registry.world.events(publisherId)).length, 1)
})
