import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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
let received: string[] = []

before(async () => {
  database = await openTestDatabase()
  stop = await followChanges(database, another, pino({ level: 'silent' }))
  another.onChange((tags) => received.push(...tags))
})
after(async () => {
  await stop()
  await database.close()
})

/** Returns the tags that another process receives for one transaction. */
async function receivedTags(tags: readonly string[]): Promise<string[]> {
  const deps = { db: database.db, changes: createChanges() }
  const end = another.listenTo('end')
  received = []
  for (const marked of [tags, ['end']]) await transact(deps, async (tx) => markChanged(tx, ...marked))
  while (!received.includes('end')) await end.next(10_000)
  end.end()
  return received.slice(0, -1)
}

const many = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => downloadsTag(`node-${index}`.padEnd(size, 'x')))

describe('the changes of a transaction', () => {
  it('are announced one by one, and cached responses with other tags stay', async () => {
    const cache = new ResponseCache({ maxBytes: 100_000, now: () => 0, changes: another })
    const response = (tag: string) => new CachedResponse({ headers: {}, body: Buffer.from('x'), tags: [tag] })
    const tags = many(300, 30)
    cache.store('/changed', response(tags[250] ?? ''), cache.epoch)
    cache.store('/other', response(downloadsTag('other')), cache.epoch)
    assert.deepEqual(await receivedTags(tags), tags)
    assert.ok(await another.catchUp())
    assert.equal(cache.get('/changed'), undefined)
    assert.ok(cache.get('/other'))
  })

  it('become one announcement of any change when there are too many', async () => {
    assert.deepEqual(await receivedTags(many(60, 5000)), ['*', 'missed'])
    assert.deepEqual(await receivedTags(many(1, 9000)), ['*', 'missed'])
  })

  it('index each changed node once, within the transaction', async () => {
    const indexed: { ids: readonly string[]; isOpen: boolean }[] = []
    let isOpen = false
    const changes = createChanges(async (_tx, ids) => void indexed.push({ ids, isOpen }))
    changes.onChange(() => {
      isOpen = false
    })
    await transact({ db: database.db, changes }, async (tx) => {
      isOpen = true
      markChanged(tx, 'node:a', 'nodes')
      markChanged(tx, 'node:b', 'node:a', downloadsTag('c'))
    })
    await transact({ db: database.db, changes }, async (tx) => markChanged(tx, 'nodes'))
    assert.deepEqual(indexed, [{ ids: ['a', 'b'], isOpen: true }])
  })
})
