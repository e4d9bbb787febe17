import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { openTestDatabase } from '../../../test/test-database.ts'
import { downloadsTag } from '../../packs/nodes/tags.ts'
import { CachedResponse } from '../http/cached-response.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { createChanges, followChanges, markChanged, transact } from './changes.ts'
import type { Database } from './database.ts'

const another = createChanges()
let database: Database
let stop: () => Promise<void>
let heard: string[] = []

before(async () => {
  database = await openTestDatabase()
  stop = await followChanges(database, another, pino({ level: 'silent' }))
  another.onChange((tags) => heard.push(...tags))
})
after(async () => {
  await stop()
  await database.close()
})

/** What another process hears of one transaction. */
async function heardOf(tags: readonly string[]): Promise<string[]> {
  const deps = { db: database.db, changes: createChanges() }
  const end = another.listenTo('end')
  heard = []
  for (const marked of [tags, ['end']]) await transact(deps, async (tx) => markChanged(tx, ...marked))
  while (!heard.includes('end')) await end.next(10_000)
  end.end()
  return heard.slice(0, -1)
}

const many = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => downloadsTag(`node-${index}`.padEnd(size, 'x')))

test('many changes of one transaction are told one by one, and cached responses of others stay', async () => {
  const cache = new ResponseCache({ maxBytes: 100_000, now: () => 0, changes: another })
  const response = (tag: string) => new CachedResponse({ headers: {}, body: Buffer.from('x'), tags: [tag] })
  const tags = many(300, 30)
  cache.store('/changed', response(tags[250] ?? ''), cache.epoch)
  cache.store('/other', response(downloadsTag('other')), cache.epoch)
  assert.deepEqual(await heardOf(tags), tags)
  assert.ok(await another.catchUp())
  assert.equal(cache.get('/changed'), undefined)
  assert.ok(cache.get('/other'))
})

test('more than can be told are told as anything', async () => {
  assert.deepEqual(await heardOf(many(60, 5000)), ['*', 'missed'])
  assert.deepEqual(await heardOf(many(1, 9000)), ['*', 'missed'])
})
