import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pino from 'pino'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { analystPool } from './analyst-pool.ts'

const holder = useWorld()

const publishers = 3
const versionsOfEach = 4

describe('many concurrent uploads', () => {
  it('loses no upload and alternates between publishers', async () => {
    const { world } = holder
    const many = await Promise.all(Array.from({ length: publishers }, () => testPublisher(world)))
    /** Publishes one after the other, like a build with many nodes. */
    const all = async (publisher: (typeof many)[number]) => {
      const published: { id: string; nodeId: string }[] = []
      for (let place = 0; place < versionsOfEach; place++)
        published.push(await publisher.publish({ id: `${publisher.id}-node-${place}`, waiting: true }))
      return published
    }
    // One publisher queues everything first; the others arrive together.
    const [first, ...others] = many
    const sent = [...(first ? await all(first) : []), ...(await Promise.all(others.map(all))).flat()]
    await world.runJobs()
    const rows = await world.deps.db
      .selectFrom('audit_events')
      .select('subject_id')
      .where('action', '=', 'version.activate')
      .where(
        'subject_id',
        'in',
        sent.map(({ id }) => id),
      )
      .orderBy('id')
      .execute()
    const publisherOf = new Map(sent.map(({ id, nodeId }) => [id, nodeId.replace(/-node-\d$/, '')]))
    const order = rows.map(({ subject_id }) => publisherOf.get(subject_id ?? ''))
    assert.equal(order.length, publishers * versionsOfEach, 'each became active, once')
    for (let turn = 0; turn < versionsOfEach; turn++) {
      const inTurn = order.slice(turn * publishers, (turn + 1) * publishers)
      assert.equal(new Set(inTurn).size, publishers, `turn ${turn + 1}: ${inTurn}`)
    }
  })

  it('never runs more analysis threads than the limit', async () => {
    const thread = `import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ call }) => parentPort.postMessage({ answers: call, value: [threadId] }))`
    const program = new URL(`data:text/javascript,${encodeURIComponent(thread)}`)
    const pool = analystPool({ workers: 2, log: pino({ level: 'silent' }), program })
    const results = Array.from({ length: 40 }, (_, i) =>
      pool.fingerprint('/nowhere', { isBackground: i % 2 === 0 }),
    )
    const threads = (await Promise.all(results)).flat()
    await pool.stop()
    assert.equal(threads.length, 40)
    assert.ok(new Set(threads).size <= 2)
  })
})
