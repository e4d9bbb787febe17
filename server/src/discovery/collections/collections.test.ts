import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as contract from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { asAdmin } from '../../../test/admin.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { accountHooks } from '../../account-hooks.ts'
import { transact } from '../../ground/db/changes.ts'

const holder = useWorld()

type User = { id: string; email: string; name: string }

async function setUp() {
  const { world } = holder
  const user = await world.given.user({ name: 'Ada' })
  const nodes = [await world.given.node(), await world.given.node(), await world.given.node()]
  return { world, user, ids: nodes.map(({ id }) => id) as [string, string, string] }
}

const create = (user: User, body: object = {}) =>
  holder.world.as(user).call(contract.createCollection, { body: { title: 'Portraits', ...body } })
const read = (who: { call: typeof holder.world.anonymous.call }, collectionId: string) =>
  who.call(contract.getCollection, { params: { collectionId } })
const idsOf = ({ nodes }: contract.CollectionWithNodes) => nodes.map(({ node }) => node.id)

describe('a collection', () => {
  it('keeps the order and the notes of its author', async () => {
    const { world, user, ids } = await setUp()
    const { id } = await create(user, { node_ids: [ids[0].toUpperCase(), ids[1]], is_public: true })
    const own = world.as(user)
    await own.call(contract.addToCollection, {
      params: { collectionId: id, nodeId: ids[2] },
      body: { note: ' Last. ' },
    })
    assert.deepEqual(idsOf(await read(world.anonymous, id)), ids)
    const nodes = [
      { node_id: ids[2], note: 'First.' },
      { node_id: ids[0], note: '' },
      { node_id: ids[2], note: 'Twice.' },
    ]
    await own.call(contract.updateCollection, {
      params: { collectionId: id },
      body: { title: ' Faces ', description: 'All of them.', is_public: true, nodes },
    })
    const after = await read(world.anonymous, id)
    assert.deepEqual([after.title, after.description, after.owner_name], ['Faces', 'All of them.', 'Ada'])
    assert.deepEqual(
      after.nodes.map(({ node, note }) => [node.id, note]),
      [
        [ids[2], 'First.'],
        [ids[0], ''],
      ],
    )
    assert.deepEqual(
      after.covers.map((cover) => cover.id),
      [ids[2], ids[0]],
    )
  })

  it('keeps the note of a node that is added again without one', async () => {
    const { world, user, ids } = await setUp()
    const { id } = await create(user)
    const params = { collectionId: id, nodeId: ids[0] }
    const own = world.as(user)
    await own.call(contract.addToCollection, { params, body: { note: 'Good.' } })
    await own.call(contract.addToCollection, { params })
    assert.deepEqual(
      (await read(own, id)).nodes.map(({ note }) => note),
      ['Good.'],
    )
  })

  it('does not change when a node that is not in it is removed', async () => {
    const { world, user, ids } = await setUp()
    const { id } = await create(user, { node_ids: [ids[0], ids[1]] })
    const own = world.as(user)
    const params = { collectionId: id, nodeId: ids[0] }
    await own.call(contract.removeFromCollection, { params })
    const before = await read(own, id)
    assert.deepEqual(idsOf(before), [ids[1]])
    await own.call(contract.removeFromCollection, { params })
    assert.deepEqual(await read(own, id), before)
  })

  it('is private at first, and does not exist for others then', async () => {
    const { world, user } = await setUp()
    const { id } = await create(user)
    const other = world.as(await world.given.user())
    await refused('collection_not_found', read(world.anonymous, id))
    await refused('collection_not_found', read(other, id))
    await refused(
      'collection_not_found',
      other.call(contract.deleteCollection, { params: { collectionId: id } }),
    )
    const { collections } = await world.as(user).call(contract.listOwnCollections, {})
    assert.deepEqual(
      collections.map((one) => [one.id, one.is_public, one.node_ids]),
      [[id, false, []]],
    )
  })

  it('disappears with the ban of its author, and omits banned nodes', async () => {
    const { world, user, ids } = await setUp()
    const { id } = await create(user, { is_public: true, node_ids: [ids[0], ids[1]] })
    await world.deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', ids[0]).execute()
    assert.deepEqual(idsOf(await read(world.anonymous, id)), [ids[1]])
    await world.deps.db.updateTable('users').set({ status: 'banned' }).where('id', '=', user.id).execute()
    await refused('collection_not_found', read(world.as(await world.given.user()), id))
  })

  it('refuses unknown nodes, and more of anything than the limits', async () => {
    const { world, user, ids } = await setUp()
    await refused('node_not_found', create(user, { node_ids: ['nowhere'] }))
    await refused('invalid_request', create(user, { title: ' ' }))
    await refused('invalid_request', create(user, { title: 'x'.repeat(limits.collectionTitleLength + 1) }))
    const { id } = await create(user)
    const full = await Promise.all(
      Array.from({ length: limits.nodesPerCollection }, () => world.given.node()),
    )
    await world.deps.db
      .insertInto('collection_nodes')
      .values(full.map((node, place) => ({ collection_id: id, node_id: node.id, place })))
      .execute()
    const add = (nodeId: string) =>
      world.as(user).call(contract.addToCollection, { params: { collectionId: id, nodeId } })
    await refused('collection_full', add(ids[0]))
    await add(full[0]?.id ?? '')
    for (let count = 1; count < limits.collectionsPerUser; count++)
      await world.given.collection({ owner_id: user.id })
    await refused('too_many_collections', create(user))
  })

  it('ends with the account of its author, unless it is curated', async () => {
    const { world, user } = await setUp()
    const own = await world.given.collection({ owner_id: user.id })
    const curated = await world.given.collection({ owner_id: user.id, is_public: true, is_curated: true })
    await transact(world.deps, (tx) => accountHooks(world.deps).leave(tx, user.id))
    const rows = await world.deps.db
      .selectFrom('collections')
      .select('id')
      .where('owner_id', '=', user.id)
      .execute()
    assert.deepEqual(
      rows.map(({ id }) => id),
      [curated.id],
      own.id,
    )
  })
})

describe('curating', () => {
  it('lists a collection for everyone, and hands it to the admins', async () => {
    const { world, user, ids } = await setUp()
    const { id } = await create(user, { node_ids: [ids[0]] })
    const admin = await asAdmin(world)
    const list = (nodeId: string) =>
      world.anonymous.call(contract.listCollections, { query: { node_id: nodeId } })
    assert.equal((await list(ids[0])).total, 0)
    await admin.call(contract.curateCollection, { params: { collectionId: id }, body: { is_curated: true } })
    const { collections } = await list(ids[0].toUpperCase())
    assert.deepEqual(
      collections.map((one) => [one.id, one.is_public, one.owner_name]),
      [[id, true, undefined]],
    )
    assert.equal((await list(ids[1])).total, 0)
    await refused(
      'not_collection_owner',
      world.as(user).call(contract.addToCollection, { params: { collectionId: id, nodeId: ids[1] } }),
    )
    await admin.call(contract.addToCollection, { params: { collectionId: id, nodeId: ids[1] } })
    assert.equal((await list(ids[1])).total, 1)
    await admin.call(contract.curateCollection, { params: { collectionId: id }, body: { is_curated: false } })
    assert.equal((await list(ids[0])).total, 0)
    assert.equal((await read(world.anonymous, id)).is_public, true)
  })
})
