import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useWorld } from '../../../test/world.ts'
import { missed, transact } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import { reindexNodes } from './reindex.ts'
import { searchNodes } from './search.ts'
import { SearchIndex } from './search-index.ts'

const holder = useWorld()
const actor = { kind: 'anonymous' } as const

async function givenEntry(name: string) {
  const { given, deps } = holder.world
  const node = await given.node({ name })
  await transact(deps, (tx) => reindexNodes(tx, [node.id], deps.now()))
  return node
}

/** Bypasses the response cache. */
const search = async (text: string) => (await searchNodes(holder.world.deps, actor, { search: text })).nodes

const found = async (text: string) => (await search(text)).map(({ id }) => id)

/** Wraps a database so that it can become unavailable. */
function switchable(db: Db): { db: Db; setAway(isAway: boolean): void } {
  let away = false
  const switched = new Proxy(db, {
    get(target, name) {
      if (away) throw new Error('The database is unavailable.')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    db: switched,
    setAway(isAway) {
      away = isAway
    },
  }
}

describe('the search index', () => {
  it('finds every change that was committed before the search began', async () => {
    const { deps } = holder.world
    const node = await givenEntry('Bismuth')
    assert.deepEqual(await found('bismuth'), [node.id])
    await transact(deps, async (tx) => {
      await tx.updateTable('nodes').set({ name: 'Cobalt' }).where('id', '=', node.id).execute()
      await reindexNodes(tx, [node.id], deps.now())
    })
    assert.deepEqual([await found('bismuth'), await found('cobalt')], [[], [node.id]])
    await transact(deps, async (tx) => {
      await tx.updateTable('nodes').set({ status: 'banned' }).where('id', '=', node.id).execute()
      await reindexNodes(tx, [node.id], deps.now())
    })
    assert.deepEqual(await found('cobalt'), [])
  })

  it('finds a change of another process that was announced but not read yet', async () => {
    const { db, config, changes, log } = holder.world.deps
    const node = await givenEntry('Dysprosium')
    let calls = 0
    const index = new SearchIndex({
      db,
      config,
      log,
      changes: {
        ...changes,
        async hasReceivedAll() {
          if (calls++ > 0) changes.announce([`node:${node.id}`])
          return true
        },
      },
    })
    assert.equal((await index.current(actor)).find(node.id)?.name, 'Dysprosium')
    await db.updateTable('nodes').set({ name: 'Erbium' }).where('id', '=', node.id).execute()
    assert.equal((await index.current(actor)).find(node.id)?.name, 'Erbium')
    await index.stop()
  })

  it('compares all nodes with the database when notifications may be lost', async () => {
    const { deps } = holder.world
    const [stays, goes, changes] = [
      await givenEntry('Europium One'),
      await givenEntry('Europium Two'),
      await givenEntry('Europium Three'),
    ]
    assert.equal((await found('europium')).length, 3)
    await deps.db.deleteFrom('node_search').where('node_id', '=', goes.id).execute()
    await deps.db
      .updateTable('node_search')
      .set({ popularity: 99 })
      .where('node_id', '=', changes.id)
      .execute()
    deps.changes.announce(['*', missed])
    assert.deepEqual(await found('europium'), [changes.id, stays.id])
  })

  it('serves its last state while the database is unavailable, and catches up afterwards', async () => {
    const { db, config, changes, log } = holder.world.deps
    const node = await givenEntry('Fermium')
    const database = switchable(db)
    let isAway = false
    const switchableChanges = { ...changes, hasReceivedAll: async () => !isAway }
    const index = new SearchIndex({ db: database.db, config, log, changes: switchableChanges })
    const name = async () => (await index.current(actor)).find(node.id)?.name
    await index.load()
    isAway = true
    database.setAway(true)
    await db.updateTable('nodes').set({ name: 'Gallium' }).where('id', '=', node.id).execute()
    changes.announce([`node:${node.id}`])
    assert.equal(await name(), 'Fermium')
    isAway = false
    database.setAway(false)
    assert.equal(await name(), 'Gallium')
    await index.stop()
  })

  it('refuses searches until it is loaded', async () => {
    const { config, changes, log, ...deps } = holder.world.deps
    const { db, setAway } = switchable(deps.db)
    setAway(true)
    const index = new SearchIndex({ db, config, log, changes })
    await assert.rejects(index.current(actor), { code: 'unavailable' })
    assert.equal(index.isLoaded, false)
    await index.stop()
  })

  it('reads the figures of installed nodes', async () => {
    const { deps } = holder.world
    const node = await givenEntry('Holmium')
    await found('holmium')
    await deps.db.updateTable('nodes').set({ downloads: 12 }).where('id', '=', node.id).execute()
    deps.changes.announce([`downloads:${node.id}`])
    await deps.searchIndex.readFigures()
    assert.equal((await search('holmium'))[0]?.downloads, 12)
  })
})
