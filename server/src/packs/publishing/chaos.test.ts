import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { getNodeVersion } from '@nodeyard/contract/packs'
import { sql } from 'kysely'
import pino from 'pino'
import { asAdmin } from '../../../test/admin.ts'
import { buildPack } from '../../../test/pack.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { findVersion } from '../nodes/versions/sql.ts'
import { analystPool } from './analyst-pool.ts'
import { retryStuckVersions } from './jobs.ts'

const holder = useWorld()
const log = pino({ level: 'silent' })

/** Publishes during a fault, inspects the version, ends the fault, and inspects it again. */
async function publishIn(disorder: { begin(): Promise<unknown>; end(): Promise<unknown> }) {
  const { world } = holder
  const { deps } = world
  const publisher = await testPublisher(world)
  const nodeId = `${publisher.id}-blur`
  const { id } = await publisher.publish({ id: nodeId, waiting: true })
  await disorder.begin()
  try {
    await world.runJobs()
    assert.equal((await findVersion(deps.db, id))?.status, 'pending')
    const admin = await asAdmin(world)
    const { pipeline } = await admin.call(getNodeVersion, { params: { nodeId, version: '1.0.0' } })
    const stuck = pipeline?.find(({ state }) => state === 'failed')
    await disorder.end()
    world.advance(3600_000)
    await transact(deps, (tx) => deps.jobs.send(tx, retryStuckVersions, {}))
    await world.runJobs()
    assert.equal((await findVersion(deps.db, id))?.status, 'active', 'it continues by itself')
    return { step: stuck?.step, message: stuck?.message ?? '' }
  } finally {
    await disorder.end()
  }
}

/** Threads that misbehave on every task. */
const faultyThreads = {
  dies: 'process.exit(1)',
  throws: "throw new Error('out of order')",
  hangs: '',
  lies: 'parentPort.postMessage({ answers: call, value: {} })',
}

/** Every file of the archive is sound. */
const soundContents = { files: 1, unpackedBytes: 1, fingerprints: [] }
const noteContents = `parentPort.postMessage({ call: 1, method: 'noteContents', payload: ${JSON.stringify(soundContents)} })`

/** Replaces the analysis threads with faulty ones, at once or during the inspection. */
function withFaultyThread(step: 'checked' | 'extracted', behavior: string) {
  const { analyst } = holder.world.deps
  const { read } = analyst
  const thread = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ call }) => {
      if (call === undefined) return
      ${step === 'extracted' ? noteContents : ''}
      ${behavior}
    })`
  const program = new URL(`data:text/javascript,${encodeURIComponent(thread)}`)
  const unruly = analystPool({ workers: 1, log, program, blockedSeconds: behavior === '' ? 0.05 : 300 })
  return {
    async begin() {
      analyst.read = unruly.read
    },
    async end() {
      analyst.read = read
      await unruly.stop()
    },
  }
}

/** Makes the database refuse one kind of write. */
function withRefused(write: string) {
  const { db } = holder.world.deps
  return {
    async begin() {
      await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
        db,
      )
      await sql`create trigger refuse before ${sql.raw(write)} for each row execute function refuse()`.execute(
        db,
      )
    },
    end: () => sql`drop function if exists refuse() cascade`.execute(db),
  }
}

/** Checks where publishing stopped and why, and expects its jobs to have failed for this reason. */
function assertHeld(seen: { step: string | undefined; message: string }, step: string, reason: RegExp): void {
  assert.equal(seen.step, step)
  assert.match(seen.message, reason)
  holder.world.allowFailedJobs(reason)
}

/** The last write of each step. */
const writes = {
  checked: 'update of file_count on node_versions',
  extracted: 'insert on version_analyses',
  scanned: 'insert on version_files',
  listed: 'update of first_active_at on node_versions',
}
const nonsense = [
  'null',
  '"ok"',
  '{}',
  '{"files":"many"}',
  '{"contents":{"files":1,"unpackedBytes":1,"fingerprints":[]}}',
  '{"contents":{"files":1,"unpackedBytes":1,"fingerprints":[]},"pack":{"documents":[],"inspection":{"findings":[]}}}',
]

describe('a fault during publishing', () => {
  for (const [says, step] of [
    ['check an archive', 'checked'],
    ['inspect a pack', 'extracted'],
  ] as const) {
    for (const [behavior, message] of [
      ['dies', /The analysis thread has ended\./],
      ['throws', /Analysis failed: Error: out of order/],
      ['hangs', /did nothing for 0\.05 seconds/],
      ['lies', /returned an incomplete result\./],
    ] as const) {
      it(`keeps the version pending until a thread that ${behavior} can ${says} again`, async () => {
        const seen = await publishIn(withFaultyThread(step, faultyThreads[behavior]))
        assertHeld(seen, step, message)
      })
    }
  }

  it('keeps the version pending while the store returns another archive', async () => {
    const { blobs } = holder.world.deps
    const { read } = blobs
    const seen = await publishIn({
      async begin() {
        blobs.read = async (...wanted) => {
          const stream = await read.apply(blobs, wanted)
          stream.destroy()
          return (await import('node:stream')).Readable.from([Buffer.from('PK and something else')])
        }
      },
      async end() {
        blobs.read = read
      },
    })
    assertHeld(seen, 'checked', /The stored archive was changed/)
  })

  for (const [step, write] of Object.entries(writes)) {
    it(`keeps the version pending while the database refuses the write that makes it ${step}`, async () => {
      const seen = await publishIn(withRefused(write))
      assertHeld(seen, step, /the disk is full/)
    })
  }

  for (const step of ['scanned', 'listed'] as const) {
    it(`repeats a step whose results are lost before the version is ${step}`, async () => {
      const { db } = holder.world.deps
      const refused = withRefused(writes[step])
      const seen = await publishIn({
        begin: refused.begin,
        async end() {
          const pending = db.selectFrom('node_versions').select('id').where('status', '=', 'pending')
          await db.deleteFrom('version_analyses').where('version_id', 'in', pending).execute()
          await refused.end()
        },
      })
      assertHeld(seen, step, /the disk is full/)
      const found = await db.selectFrom('version_analyses').select('version_id').execute()
      const active = await db
        .selectFrom('node_versions')
        .select('id')
        .where('status', '=', 'active')
        .execute()
      assert.deepEqual(found.map((row) => row.version_id).sort(), active.map(({ id }) => id).sort())
    })
  }
})

describe('analyst results', () => {
  it('rejects incomplete results', async () => {
    for (const says of nonsense) {
      const thread = `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ call }) => parentPort.postMessage({ answers: call, value: ${says} }))`
      const program = new URL(`data:text/javascript,${encodeURIComponent(thread)}`)
      const pool = analystPool({ workers: 1, log, program })
      for (const act of ['checkStructure', 'read', 'fingerprint'] as const) {
        await assert.rejects(pool[act]('/nowhere'), /returned an incomplete result/, `${act}: ${says}`)
      }
      await pool.stop()
    }
  })

  it('works off a full queue, with background tasks last', async () => {
    const { world } = holder
    const path = join(world.deps.config.dataDir, 'empty.zip')
    await writeFile(path, 'PK')
    const pool = analystPool({ workers: 1, log })
    const order: string[] = []
    const ask = (name: string, isBackground: boolean) =>
      pool.fingerprint(path, { isBackground }).then(
        () => assert.fail('The file is not an archive.'),
        () => order.push(name),
      )
    const background = Array.from({ length: 20 }, () => ask('background', true))
    const urgent = Array.from({ length: 20 }, () => ask('urgent', false))
    await Promise.all([...background, ...urgent])
    await pool.stop()
    // The first task had started before the others were queued.
    assert.deepEqual(order, ['background', ...Array(20).fill('urgent'), ...Array(19).fill('background')])
  })

  it('ends idle threads and starts a new one for the next archive', async () => {
    const pool = analystPool({ workers: 2, log, idleMs: 1 })
    const path = join(holder.world.deps.config.dataDir, 'pack.zip')
    await writeFile(path, buildPack({ id: 'pack' }))
    for (let round = 0; round < 2; round++) {
      const { contents } = await pool.read(path)
      assert.ok(contents.files > 0)
      while ((await pool.heap()).used > 0) await settled()
    }
    await pool.stop()
  })
})
