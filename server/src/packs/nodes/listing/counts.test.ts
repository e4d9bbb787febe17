import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { useWorld } from '../../../../test/world.ts'
import { inTransaction } from '../../../ground/db/transactions.ts'
import { violations } from '../../../invariants.ts'
import { countFilteredVersions } from '../versions/listing/sql.ts'
import {
  countByStatus,
  countFilteredNodes,
  listFilteredNodes,
  type NodeOrder,
  sumUpCounts,
  sumUpPublisherCounts,
} from './sql.ts'

const holder = useWorld()

const count = (...statuses: ('active' | 'banned')[]) => countFilteredNodes(holder.world.deps.db, { statuses })

describe('stored counts', () => {
  it('follows the nodes of each status, before and after changes are summed up', async () => {
    const { given, deps } = holder.world
    const [active, banned] = [await count('active'), await count('banned')]
    const node = await given.node()
    await given.node()
    assert.equal(await count('active'), active + 2)
    await deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', node.id).execute()
    assert.deepEqual([await count('active'), await count('banned')], [active + 1, banned + 1])
    assert.equal(await count('active', 'banned'), active + banned + 2)
    for (let change = 0; change < 100; change++)
      await deps.db
        .insertInto('row_counts')
        .values({ counted: 'nodes', status: 'active', change: 0 })
        .execute()
    await inTransaction(deps.db, (tx) => sumUpCounts(tx))
    const rows = await deps.db.selectFrom('row_counts').selectAll().where('counted', '=', 'nodes').execute()
    assert.equal(rows.length, 2)
    assert.deepEqual([await count('active'), await count('banned')], [active + 1, banned + 1])
  })

  it('follows the nodes of a publisher and their transfers, before and after changes are summed up', async () => {
    const { given, deps } = holder.world
    const [from, to] = [await given.publisher(), await given.publisher()]
    const countOf = ({ id }: { id: string }, ...statuses: ('active' | 'banned')[]) =>
      countFilteredNodes(deps.db, { statuses, publisherId: id })
    const change = (id: string, values: object) =>
      deps.db.updateTable('nodes').set(values).where('id', '=', id).execute()
    const [first, second] = [
      await given.node({ publisher_id: from.id }),
      await given.node({ publisher_id: from.id }),
    ]
    assert.deepEqual([await countOf(from, 'active'), await countOf(to, 'active')], [2, 0])
    await change(first.id, { publisher_id: to.id })
    await change(second.id, { status: 'banned' })
    const check = async () => {
      assert.deepEqual([await countOf(from, 'active'), await countOf(to, 'active')], [0, 1])
      assert.equal(await countOf(from, 'active', 'banned'), 1)
      const owned = { statuses: ['active'] as const, publisherId: from.id }
      const owner = await given.user()
      assert.equal(
        await countFilteredNodes(deps.db, { ...owned, own: { userId: owner.id, statuses: ['banned'] } }),
        0,
      )
      await given.member({ publisher_id: from.id, user_id: owner.id, role: 'owner' })
      assert.equal(
        await countFilteredNodes(deps.db, { ...owned, own: { userId: owner.id, statuses: ['banned'] } }),
        1,
      )
    }
    await check()
    for (let round = 0; round < 2; round++) await inTransaction(deps.db, (tx) => sumUpPublisherCounts(tx))
    const rows = await deps.db
      .selectFrom('publisher_node_counts')
      .select(['status', 'change'])
      .where('publisher_id', 'in', [from.id, to.id])
      .orderBy('status')
      .execute()
    assert.deepEqual(rows, [
      { status: 'active', change: 1 },
      { status: 'banned', change: 1 },
    ])
    await check()
  })

  it('stops counting text matches at the limit, and lists small and large sets in the same order', async () => {
    const { given, deps } = holder.world
    for (const name of ['One', 'Two', 'Three', 'Four'])
      await given.node({ id: `capped-${name}`, name, status: name === 'Four' ? 'banned' : 'active' })
    const filter = { statuses: ['active', 'banned'] as const, text: 'CAPPED-t' }
    assert.deepEqual(await countByStatus(deps.db, filter, 2), { active: 2, banned: 0 })
    assert.deepEqual(await countByStatus(deps.db, { ...filter, text: 'capped' }, 2), { active: 2, banned: 1 })
    for (const isOfMany of [false, true]) {
      const order = [{ by: 'name', descending: false }] as const
      const found = await listFilteredNodes(deps.db, filter, { order, limit: 10, offset: 0, isOfMany })
      assert.deepEqual(
        found.map(({ node }) => node.name),
        ['Three', 'Two'],
      )
    }
  })

  it('orders nodes with equal first keys the same way, whether few or many', async () => {
    const { given, deps } = holder.world
    const ranks = { a: 1, b: 5, c: 1, d: 5, e: 1, f: 7 }
    for (const [name, search_ranking] of Object.entries(ranks))
      await given.node({ id: `equal-${name}`, name, search_ranking, downloads: name < 'd' ? 0 : 3 })
    const filter = { statuses: ['active'] as const, text: 'equal-' }
    for (const mostOfFew of [0, 2, 1000]) {
      const listed = async (...order: NodeOrder) => {
        const found = await listFilteredNodes(deps.db, filter, { order, limit: 5, offset: 1, mostOfFew })
        return found.map(({ node }) => node.name).join('')
      }
      const [up, down] = [false, true]
      assert.equal(await listed({ by: 'ranking', descending: up }, { by: 'name', descending: down }), 'cadbf')
      assert.equal(await listed({ by: 'ranking', descending: down }, { by: 'name', descending: up }), 'bdace')
      assert.equal(
        await listed({ by: 'downloads', descending: up }, { by: 'name', descending: down }),
        'bafed',
      )
      assert.equal(
        await listed(
          { by: 'ranking', descending: up },
          { by: 'downloads', descending: down },
          { by: 'name', descending: down },
        ),
        'cadbf',
      )
    }
  })

  it('follows the versions of each status, except those that wait for their archive', async () => {
    const { given, deps } = holder.world
    const countVersions = (ofBannedNodes: boolean) =>
      countFilteredVersions(deps.db, { statuses: ['active', 'flagged'], ofBannedNodes })
    const change = (id: string, values: object) =>
      deps.db.updateTable('node_versions').set(values).where('id', '=', id).execute()
    const before = await countVersions(true)
    const { id, node_id } = await given.version({ status: 'flagged' })
    await given.version({ status: 'pending', archive_digest: null, first_active_at: null })
    assert.equal(await countVersions(true), before + 1)
    const [all, shown] = [await countVersions(true), await countVersions(false)]
    await deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', node_id).execute()
    assert.deepEqual([await countVersions(true), await countVersions(false)], [all, shown - 1])
    await change(id, { status: 'banned' })
    assert.deepEqual([await countVersions(true), await countVersions(false)], [before, shown - 1])
    await deps.db.updateTable('nodes').set({ status: 'active' }).where('id', '=', node_id).execute()
    await change(id, { status: 'flagged' })
    assert.deepEqual([await countVersions(true), await countVersions(false)], [all, shown])
  })

  it('forgets removed versions, and detects and repairs a wrong count', async () => {
    const { given, deps } = holder.world
    const { id, node_id, archive_digest } = await given.version({ status: 'flagged' })
    await deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', node_id).execute()
    await deps.db.deleteFrom('node_versions').where('id', '=', id).execute()
    await deps.db.deleteFrom('archives').where('digest', '=', archive_digest).execute()
    assert.deepEqual(await violations(deps.database), [])
    for (const counted of ['nodes', 'node_versions', 'hidden_versions'])
      await deps.db.insertInto('row_counts').values({ counted, status: 'flagged', change: 1 }).execute()
    await deps.db
      .insertInto('publisher_node_counts')
      .values({ publisher_id: 'nobody', status: 'active', change: 1 })
      .execute()
    const [{ ids = [] } = {}, ofPublishers] = await violations(deps.database)
    assert.deepEqual(ids.toSorted(), ['hidden_versions flagged', 'node_versions flagged', 'nodes flagged'])
    assert.deepEqual(ofPublishers?.ids, ['nobody active'])
    await sql`select recount_rows()`.execute(deps.db)
    assert.deepEqual(await violations(deps.database), [])
  })
})
