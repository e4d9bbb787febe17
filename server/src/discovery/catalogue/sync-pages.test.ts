import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { issueCatalogue } from '../../../test/catalogue.ts'
import { useWorld } from '../../../test/world.ts'
import { createChanges, missed } from '../../ground/db/changes.ts'
import { SyncPages } from './sync-pages.ts'

const holder = useWorld()
const minuteMs = 60_000
const asManager = 'comfyui_version=v0.3.40&form_factor=git-linux'

const ask = async (query: string) => holder.world.inject({ method: 'GET', url: `/nodes?${query}` })
const page = async (number: number, limit = 4) => {
  const answer = await ask(`page=${number}&limit=${limit}&${asManager}`)
  return answer.json() as { nodes: { id: string }[]; total: number; totalPages: number }
}
const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id)
const ban = (nodeId: string, status: 'active' | 'banned' = 'banned') =>
  holder.world.deps.db.updateTable('nodes').set({ status }).where('id', '=', nodeId).execute()

let ids: string[] = []
beforeEach(async () => {
  if (ids.length > 0) return
  const { world } = holder
  for (let index = 0; index < 20; index++) {
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 2)))
    const { id } = await world.given.node({ created_at, downloads: index, tags: ['a', 'ü'] })
    if (index % 3 === 0) await world.given.version({ node_id: id, dependencies: ['numpy'] })
    ids.push(id)
  }
  ids = (await page(1, 100)).nodes.map(({ id }) => id)
})

describe('pages for syncs', () => {
  it('have the same bytes as pages made from the database', async () => {
    const fromDatabase = []
    const queries = ['page=1&limit=7', 'page=2&limit=7', 'page=3&limit=7', 'page=9&limit=7', 'limit=500', '']
    for (const query of queries) fromDatabase.push((await ask(`${query}&${asManager}`)).payload)
    await issueCatalogue(holder.world)
    for (const [index, query] of queries.entries()) {
      assert.equal((await ask(`${query}&${asManager}`)).payload, fromDatabase[index])
      // The caller's form factor does not change the page.
      assert.equal((await ask(`${query}&form_factor=other`)).payload, fromDatabase[index])
    }
  })

  it('miss no node while others are removed and added between pages', async () => {
    const { world } = holder
    const seen = new Set<string>()
    const read = async (number: number) => {
      const answer = await page(number)
      for (const id of idsOf(answer)) seen.add(id)
      return answer.totalPages
    }
    await read(1)
    const added = await world.given.node()
    const [first = '', second = ''] = ids
    await ban(first)
    await issueCatalogue(world)
    await read(2)
    await ban(second)
    await issueCatalogue(world)
    for (let number = 3; number <= (await read(number)); number++);
    assert.deepEqual(
      [...ids, added.id].filter((id) => !seen.has(id)),
      [],
    )
    const { nodes, total } = await page(1, 100)
    assert.deepEqual([nodes.length, total], [19, 19])
    await ban(first, 'active')
    await ban(second, 'active')
  })

  it('repeat no entries once every sync must have ended', async () => {
    const { world } = holder
    const [first = ''] = ids
    await ban(first)
    await issueCatalogue(world)
    assert.equal((await page(3)).nodes.length, 5)
    world.advance(61 * minuteMs)
    assert.equal((await page(3)).nodes.length, 4)
    await ban(first, 'active')
  })

  it('show an edit once the catalogue does, and other lists show it at once', async () => {
    const { world } = holder
    await issueCatalogue(world)
    const node = await world.given.node()
    world.deps.changes.announce(['nodes'])
    assert.ok(idsOf((await ask('limit=100')).json()).includes(node.id))
    assert.ok(!idsOf(await page(1, 100)).includes(node.id))
    await issueCatalogue(world)
    assert.ok(idsOf(await page(1, 100)).includes(node.id))
  })

  it('show new download counts without a new catalogue', async () => {
    const { world } = holder
    const node = (await page(1, 1)).nodes[0]
    const { db } = world.deps
    await db
      .updateTable('nodes')
      .set({ downloads: 8000 })
      .where('id', '=', node?.id ?? '')
      .execute()
    const before = await issueCatalogue(world)
    await db
      .updateTable('nodes')
      .set({ downloads: 8001 })
      .where('id', '=', node?.id ?? '')
      .execute()
    const after = await issueCatalogue(world)
    assert.equal(after.sequence, before.sequence)
    assert.equal(((await page(1, 1)).nodes[0] as { downloads?: number })?.downloads, 8001)
  })

  it('come from the database if the query has filters', async () => {
    const { world } = holder
    const node = await world.given.node({ supported_os: ['Windows'] })
    await issueCatalogue(world)
    const answer = await ask(`limit=100&supported_os=Linux&${asManager}`)
    assert.ok(!idsOf(answer.json()).includes(node.id))
    assert.equal((await ask(`node_id=${node.id}&${asManager}`)).json().total, 1)
  })

  it('get a 304 response while unchanged, also compressed', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const url = `/nodes?page=1&limit=100&${asManager}`
    const { world } = holder
    const first = await world.inject({ method: 'GET', url, headers })
    const again = { 'if-none-match': String(first.headers.etag) }
    assert.equal((await world.inject({ method: 'GET', url, headers: again })).statusCode, 304)
  })

  it('reflect thousands of additions, changes and removals in order', async () => {
    const { world } = holder
    const { db, syncPages } = world.deps
    await issueCatalogue(world)
    const { total } = await page(1, 100)
    const change = async (listed: string | null) => {
      await sql`
      with revision as materialized (select nextval('catalogue_revisions') as next)
      insert into catalogue_entries (node_id, created_at, entry, listed, entry_revision, listed_revision, removed_at)
      select 'of-many-' || number, '2030-01-01Z'::timestamptz + number / 3 * interval '1 microsecond', ${listed},
        ${listed}, next, next, case when ${listed}::text is null then ${world.now()}::timestamptz end
      from generate_series(1, 11000) as number, revision
      on conflict (node_id) do update set entry = excluded.entry, listed = excluded.listed, listed_revision = excluded.listed_revision,
        removed_at = excluded.removed_at`.execute(db)
      world.deps.changes.announce([syncPages.tag])
      await syncPages.refresh()
    }
    const lastPage = async (count: number) => (await page(Math.ceil((total + count) / 100), 100)).nodes.at(-1)
    const before = await lastPage(0)
    await change('{"of":"many"}')
    assert.equal((await page(1, 100)).total, total + 11_000)
    assert.deepEqual(await lastPage(11_000), { of: 'many' })
    await change('{"of":"others"}')
    assert.equal((await page(1, 100)).total, total + 11_000)
    assert.deepEqual(await lastPage(11_000), { of: 'others' })
    await change(null)
    assert.deepEqual([(await page(1, 100)).total, await lastPage(0)], [total, before])
    await sql`delete from catalogue_entries where node_id like 'of-many-%'`.execute(db)
  })

  it('come from the database until all entries are loaded', async () => {
    const { world } = holder
    await issueCatalogue(world)
    const { db, changes, now, log } = world.deps
    const fresh = new SyncPages({ db, changes, now }, log)
    assert.equal(await fresh.page({ form_factor: 'git-linux' }), undefined)
    await fresh.refresh()
    assert.equal(
      JSON.parse((await fresh.page({ form_factor: 'git-linux' })) ?? '').total,
      (await page(1)).total,
    )
    await fresh.stop()
  })

  it('come from the database if the entries cannot be updated', async () => {
    const { world } = holder
    await issueCatalogue(world)
    const { database, changes, syncPages } = world.deps
    const query = { form_factor: 'git-linux' }
    const rename = (from: string, to: string) => database.raw.query(`alter table ${from} rename to ${to}`)
    assert.ok(await syncPages.page(query))
    await rename('catalogue_entries', 'catalogue_entries_away')
    changes.announce([syncPages.tag])
    assert.equal(await syncPages.page(query), undefined)
    await rename('catalogue_entries_away', 'catalogue_entries')
    assert.ok(await syncPages.page(query))
  })

  it('come from the database while notifications can be lost', async () => {
    const { world } = holder
    await issueCatalogue(world)
    const { db, now, log } = world.deps
    let receivedUntil = Number.POSITIVE_INFINITY
    const changes = createChanges()
    changes.receiveFrom({ receivedUntil: () => receivedUntil, catchUp: async () => {}, stop: async () => {} })
    const fresh = new SyncPages({ db, changes, now }, log)
    await fresh.refresh()
    const query = { form_factor: 'git-linux' }
    assert.ok(await fresh.page(query))
    receivedUntil = Number.NEGATIVE_INFINITY
    assert.equal(await fresh.page(query), undefined)
    await fresh.stop()
  })

  it('are reloaded after a failover has undone a change', async () => {
    const { world } = holder
    const { db, changes, syncPages } = world.deps
    const { id } = await world.given.node({ downloads: 100 })
    // Pages contain exact counts, the catalogue only magnitudes.
    const count = (downloads: number) =>
      db.updateTable('nodes').set({ downloads }).where('id', '=', id).execute()
    await issueCatalogue(world)
    const before = await page(1, 100)
    const { listed, listed_revision } = await db
      .selectFrom('catalogue_entries')
      .select(['listed', 'listed_revision'])
      .where('node_id', '=', id)
      .executeTakeFirstOrThrow()
    await count(101)
    await issueCatalogue(world)
    assert.notDeepEqual(await page(1, 100), before)
    await count(100)
    await db
      .updateTable('catalogue_entries')
      .set({ listed, listed_revision })
      .where('node_id', '=', id)
      .execute()
    changes.announce(['*', missed])
    await syncPages.refresh()
    assert.deepEqual(await page(1, 100), before)
  })
})
