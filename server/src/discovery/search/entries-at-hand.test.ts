import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../../../test/world.ts'
import { missed, transact } from '../../ground/db/changes.ts'
import { entriesOf } from './entries.ts'
import { entriesAtHand } from './entries-at-hand.ts'
import { searchThread } from './index/index-thread.ts'
import { reindexNodes } from './reindex.ts'
import { tierCount } from './sql.ts'

const holder = useWorld()

/** A node with an entry, found by its name. */
async function givenEntry(name: string) {
  const { given, deps } = holder.world
  const node = await given.node({ name })
  await transact(deps, (tx) => reindexNodes(tx, [node.id], deps.now()))
  return node
}

/** What the entries in memory find; undefined while the database is to be asked. */
async function find(word: string) {
  const index = await holder.world.deps.entriesAtHand.current()
  return index?.ask('listByPopularity', { condition: `'${word}':*` }, {}, { limit: 10, offset: 0 })
}

test('the database is asked until the entries are in memory', async () => {
  const { deps } = holder.world
  const node = await givenEntry('Alabaster')
  const thread = searchThread({ tiers: tierCount })
  const own = entriesAtHand({ ...deps, thread }, deps.log)
  assert.equal(await own.current(), undefined)
  await own.bring()
  const index = await own.current()
  const part = { limit: 1, offset: 0 }
  assert.deepEqual(await index?.ask('listByPopularity', { condition: "'alabaster'" }, {}, part), [node.id])
  await own.stop()
  await thread.stop()
})

test('an entry is found as it is in the database at that moment, whoever wrote it', async () => {
  const { deps, given } = holder.world
  await deps.entriesAtHand.bring()
  const node = await givenEntry('Bismuth')
  assert.deepEqual(await find('bismuth'), [node.id])
  await deps.db.updateTable('nodes').set({ name: 'Cobalt' }).where('id', '=', node.id).execute()
  await transact(deps, (tx) => reindexNodes(tx, [node.id], deps.now()))
  assert.deepEqual([await find('bismuth'), await find('cobalt')], [[], [node.id]])
  await deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', node.id).execute()
  await transact(deps, (tx) => reindexNodes(tx, [node.id], deps.now()))
  assert.deepEqual(await find('cobalt'), [])
  const other = await given.node({ name: 'Dysprosium' })
  await deps.db.deleteFrom('node_search').where('node_id', '=', other.id).execute()
  assert.deepEqual(await find('dysprosium'), [])
})

test('where changes may have been missed, all entries are compared with those of the database', async () => {
  const { deps } = holder.world
  const [stays, goes, changes] = [
    await givenEntry('Europium One'),
    await givenEntry('Europium Two'),
    await givenEntry('Europium Three'),
  ]
  await deps.entriesAtHand.bring()
  assert.equal((await find('europium'))?.length, 3)
  // As if nobody had been told.
  const alter = async (how: 'disable' | 'enable') =>
    deps.database.raw.query(`alter table node_search ${how} trigger user`)
  await alter('disable')
  await deps.db.deleteFrom('node_search').where('node_id', '=', goes.id).execute()
  await deps.db.updateTable('node_search').set({ popularity: 99 }).where('node_id', '=', changes.id).execute()
  await alter('enable')
  deps.changes.announce(['*', missed])
  assert.equal(await find('europium'), undefined)
  await deps.entriesAtHand.bring()
  assert.deepEqual(await find('europium'), [changes.id, stays.id])
})

test('many changes at once are read while the database answers', async () => {
  const { deps, given } = holder.world
  await deps.entriesAtHand.bring()
  const nodes = await Promise.all(Array.from({ length: 120 }, () => given.node({ name: 'Fermium' })))
  await transact(deps, (tx) =>
    reindexNodes(
      tx,
      nodes.map(({ id }) => id),
      deps.now(),
    ),
  )
  assert.equal(await find('fermium'), undefined)
  await deps.entriesAtHand.bring()
  assert.equal((await find('fermium'))?.length, 10)
})

test('when its thread ends, the database answers until another one has read them', async () => {
  const { deps } = holder.world
  const node = await givenEntry('Gallium')
  await deps.entriesAtHand.bring()
  const entries = await entriesOf(deps, { kind: 'anonymous' })
  const ended = await deps.entriesAtHand.current()
  await ended?.stop()
  assert.equal(await entries.countEntries({ condition: "'gallium'" }, 10), 1)
  assert.equal(await find('gallium'), undefined)
  await deps.entriesAtHand.bring()
  assert.deepEqual(await find('gallium'), [node.id])
})
