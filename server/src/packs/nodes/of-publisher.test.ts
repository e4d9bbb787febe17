import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { listPublisherNodes, listPublisherNodesPaged, updateNode } from '@nodeyard/contract/packs'
import { createUnclaimedNode, listAdvisories } from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { receivedChanges } from '../../../test/received-changes.ts'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld()

async function givenPublisher() {
  const { given } = holder.world
  const owner = await given.user()
  const { id } = await given.publisher({ owner })
  return { owner, id, node: await given.node({ publisher_id: id }) }
}

type Publisher = Awaited<ReturnType<typeof givenPublisher>>

const list = async ({ id }: Publisher) =>
  (await holder.world.anonymous.call(listPublisherNodesPaged, { params: { publisherId: id } })).nodes

const isCached = (path: string) => holder.world.deps.responseCache.get(path) !== undefined

const rename = ({ owner, id, node }: Publisher, name: string) =>
  holder.world.as(owner).call(updateNode, { params: { publisherId: id, nodeId: node.id }, body: { name } })

describe('the nodes of a publisher', () => {
  it('are the first thousand in the list for old clients', async () => {
    const { world } = holder
    const { id } = await givenPublisher()
    const row = await world.deps.db
      .selectFrom('nodes')
      .selectAll()
      .where('publisher_id', '=', id)
      .executeTakeFirstOrThrow()
    const { normalized_id: _, repository_names: __, ...columns } = row
    const more = Array.from({ length: 1_000 }, (_one, i) => ({ ...columns, id: `${row.id}-${i}` }))
    for (let at = 0; at < more.length; at += 250)
      await world.deps.db
        .insertInto('nodes')
        .values(more.slice(at, at + 250) as never)
        .execute()
    const listed = await world.anonymous.call(listPublisherNodes, { params: { publisherId: id } })
    assert.equal(listed.length, limits.nodePageSize.max)
  })

  it('keeps the cached list of a node page while only nodes of other publishers change', async () => {
    const { world } = holder
    const [own, other] = [await givenPublisher(), await givenPublisher()]
    await list(own)
    await world.anonymous.call(listAdvisories, { query: { node_id: own.node.id } })
    const paths = [`/publishers/${own.id}/nodes/v2`, `/advisories?node_id=${own.node.id}`]
    await rename(other, 'Of somebody else')
    await receivedChanges(world.deps)
    assert.deepEqual(paths.map(isCached), [true, true])
    await rename(own, 'Renamed')
    assert.deepEqual(paths.map(isCached), [false, false])
  })

  it('shows new and changed nodes of a publisher at once', async () => {
    const { world } = holder
    const publisher = await givenPublisher()
    assert.equal((await list(publisher)).length, 1)
    const body = { id: 'a-second-one', name: 'A second one', publisher: { id: publisher.id } }
    await (await asAdmin(world)).call(createUnclaimedNode, { body })
    assert.equal((await list(publisher)).length, 2)
    await rename(publisher, 'Called otherwise')
    assert.ok((await list(publisher)).some(({ name }) => name === 'Called otherwise'))
  })

  it('returns an empty list for a publisher id that cannot exist', async () => {
    for (const id of ['%0D%0Aset-cookie:%20a', '%E2%98%83', 'a,b', '%7F']) {
      const answer = await holder.world.inject({ method: 'GET', url: `/publishers/${id}/nodes/v2` })
      assert.deepEqual([answer.statusCode, answer.json().nodes], [200, []], id)
    }
  })

  it('tags a long list by no single node, because headers have a size limit', async () => {
    const { given } = holder.world
    const { id } = await givenPublisher()
    for (let n = 0; n < 30; n++) await given.node({ publisher_id: id })
    const url = `/publishers/${id}/nodes/v2?limit=100`
    const { headers } = await holder.world.inject({ method: 'GET', url })
    assert.equal(headers['cache-tag'], `publisher:${id},nodes-of:${id},nodes`)
  })
})
