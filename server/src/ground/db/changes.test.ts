import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { openTestDatabase } from '../../../test/test-database.ts'
import { downloadsTag } from '../../packs/nodes/tags.ts'
import { KeptAnswer, KeptAnswers } from '../http/kept-answers.ts'
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

test('many changes of one transaction are told one by one, and what is kept of others stays', async () => {
  const kept = new KeptAnswers({ maxBytes: 100_000, now: () => 0, changes: another })
  const answer = (tag: string) =>
    new KeptAnswer({ status: 200, headers: {}, body: Buffer.from('kept'), tags: [tag], expiresAt: 1 })
  const tags = many(300, 30)
  kept.keep('/changed', answer(tags[250] ?? ''), kept.epoch)
  kept.keep('/other', answer(downloadsTag('other')), kept.epoch)
  assert.deepEqual(await heardOf(tags), tags)
  assert.ok(await another.catchUp())
  assert.equal(kept.find('/changed'), undefined)
  assert.ok(kept.find('/other'))
})

test('more than can be told are told as anything', async () => {
  assert.deepEqual(await heardOf(many(60, 5000)), ['*', 'missed'])
  assert.deepEqual(await heardOf(many(1, 9000)), ['*', 'missed'])
})
