import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { getPublishReport } from '@nodeyard/contract/packs'
import { moderateVersion } from '@nodeyard/contract/safety'
import pino from 'pino'
import { asAdmin } from '../../../test/admin.ts'
import { type AnnounceAnswer, announce, upload } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { createTokenFor } from '../../operator/publishers.ts'
import { findVersion, listSteps } from '../nodes/versions/sql.ts'
import { AnalysisExhausted } from './analyst.ts'
import { analysisCpuSeconds, analystPool } from './analyst-pool.ts'
import { exhaustedRule } from './exhausted-analysis.ts'
import { extractComfyNodes, retryStuckVersions } from './jobs.ts'

const holder = useWorld()
const log = pino({ level: 'silent' })
const littleCpu = { structure: 0.2, read: 0.2, fingerprint: 0.2, hash: 0.2, check: 0.2 }

const soundContents = { files: 1, unpackedBytes: 1, fingerprints: [] }

/** A thread that opens two files and gets stuck in the second. */
function threadThat(does: string, before = ''): URL {
  const clock = import.meta.resolve('./file-clock.ts')
  const thread = `import { parentPort, workerData } from 'node:worker_threads'
    import { FileClock, FileTimes } from ${JSON.stringify(clock)}
    parentPort.on('message', ({ call }) => {
      if (call === undefined) return
      const { turnTo } = new FileTimes(new FileClock(workerData.clock), () => {})
      ${before}
      turnTo('small.py')
      turnTo('config.py')
      ${does}
    })`
  return new URL(`data:text/javascript,${encodeURIComponent(thread)}`)
}

const busy = threadThat('for (;;) {}')
const busyInspecting = threadThat(
  'for (;;) {}',
  `parentPort.postMessage({ call: 1, method: 'noteContents', payload: ${JSON.stringify(soundContents)} })`,
)
const stuckInPattern = threadThat("void /^(a+)+$/.test('a'.repeat(60) + 'b')")
const swelling = threadThat('const held = []; for (;;) held.push(Array(10_000).fill({}))')

describe('an analysis thread', () => {
  for (const [says, program] of Object.entries({
    'loops forever': busy,
    'is stuck in one pattern': stuckInPattern,
  }))
    it(`is terminated when it ${says}, and names the file`, async () => {
      const pool = analystPool({ workers: 1, log, program, cpuSeconds: littleCpu })
      await assert.rejects(pool.read('/nowhere'), (error) => {
        assert.ok(error instanceof AnalysisExhausted, String(error))
        assert.equal(
          error.message,
          'The analysis used up its 0.2 seconds of CPU time, most of it for config.py.',
        )
        assert.deepEqual([error.resource, error.file], ['cpu', 'config.py'])
        return true
      })
      await pool.stop()
    })

  it('names the file that exhausted its memory', async () => {
    const pool = analystPool({ workers: 1, log, program: swelling, memoryMb: 16 })
    await assert.rejects(pool.read('/nowhere'), (error) => {
      assert.ok(error instanceof AnalysisExhausted, String(error))
      assert.deepEqual([error.resource, error.file], ['memory', 'config.py'])
      return true
    })
    await pool.stop()
  })

  it('names a file of a real pack', async () => {
    const path = join(holder.world.deps.config.dataDir, 'expensive.zip')
    const lines = Array.from({ length: 30_000 }, (_, i) => `    y${i} = os.path.join(x, "${i}")\n`)
    const text = `import os\ndef f(x):\n    os.system(x)\n${lines.join('')}`
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`large_${i}.py`, text]))
    await writeFile(path, buildPack({ id: 'expensive', files }))
    const pool = analystPool({ workers: 1, log, cpuSeconds: { ...analysisCpuSeconds, read: 4 } })
    await pool.fingerprint(path)
    await assert.rejects(pool.read(path), (error) => {
      assert.ok(error instanceof AnalysisExhausted, String(error))
      assert.match(error.file ?? '', /^large_\d+\.py$/)
      return true
    })
    await pool.stop()
  })
})

/** Replaces the analysis threads with faulty ones. */
function spoil(program: URL) {
  const { analyst } = holder.world.deps
  const { read } = analyst
  const pool = analystPool({ workers: 1, log, program, cpuSeconds: littleCpu })
  let runs = 0
  analyst.read = (path, options) => {
    runs++
    return pool.read(path, options)
  }
  return {
    runs: () => runs,
    async end() {
      analyst.read = read
      await pool.stop()
    },
  }
}

describe('an archive that uses up its analysis', () => {
  for (const [act, step, program] of [
    ['check', 'checked', busy],
    ['inspect', 'extracted', busyInspecting],
  ] as const)
    it(`is tried three times to ${act}, then held for a moderator with a finding that names the file`, async () => {
      const { world } = holder
      const { deps } = world
      const publisher = await testPublisher(world)
      const nodeId = `${publisher.id}-node`
      const { id } = await publisher.publish({ id: nodeId, waiting: true })
      const spoiled = spoil(program)
      await world.runJobs()
      await spoiled.end()
      assert.equal(spoiled.runs(), 3)
      const version = await findVersion(deps.db, id)
      assert.equal(version?.status, 'flagged')
      const stepRow = (await listSteps(deps.db, id)).find((one) => one.step === step)
      assert.deepEqual([stepRow?.given_up, stepRow?.attempts], [true, 3])
      const owner = await deps.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', publisher.ownerId)
        .executeTakeFirstOrThrow()
      const report = await world
        .as(owner)
        .call(getPublishReport, { params: { nodeId, version: '1.0.0' }, query: {} })
      assert.equal(report.waits_for, 'moderators')
      const finding = report.findings.find(({ rule }) => rule === exhaustedRule)
      assert.deepEqual([finding?.severity, finding?.file], ['high', 'config.py'])
      assert.match(finding?.message ?? '', /CPU time, most of it for config\.py/)
      assert.match(finding?.fix ?? '', /^Split or shorten config\.py/)
    })

  it('moves to the end of the queue after its second failure', async () => {
    const { world } = holder
    const { deps } = world
    const [hostile, first, second] = [
      await testPublisher(world),
      await testPublisher(world),
      await testPublisher(world),
    ]
    const bad = await hostile.publish({ id: `${hostile.id}-node`, waiting: true })
    const honest: string[] = []
    const publishHonest = async (publisher: typeof first) =>
      honest.push((await publisher.publish({ id: `${publisher.id}-node`, waiting: true })).id)
    await publishHonest(first)
    const { analyst } = deps
    const { read } = analyst
    let failures = 0
    analyst.read = async (path, options) => {
      const isBad = options?.uploader?.account === `user ${hostile.ownerId}`
      if (!isBad) return read(path, options)
      // Uploaded while the hostile archive waits for its last attempt.
      if (++failures === 2) await publishHonest(second)
      throw new AnalysisExhausted('cpu', '60 seconds of CPU time', 'config.py')
    }
    await world.runJobs()
    analyst.read = read
    const events = await deps.db
      .selectFrom('audit_events')
      .select(['subject_id', 'action'])
      .where('action', 'in', ['version.activate', 'version.flag'])
      .where('subject_id', 'in', [bad.id, ...honest])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      events.map(({ subject_id }) => subject_id),
      [...honest, bad.id],
    )
  })

  it('waits at most an hour for its last attempt', async () => {
    const { world } = holder
    const { db } = world.deps
    const publisher = await testPublisher(world)
    const { id } = await publisher.publish({ id: `${publisher.id}-node`, waiting: true })
    const jobs = () =>
      world.deps.database.raw.query(
        `select priority from jobs.job where state = 'created' and data->>'versionId' = $1 order by priority`,
        [id],
      )
    await db.updateTable('waiting_versions').set({ own_failures: 2 }).where('version_id', '=', id).execute()
    const retry = () => retryStuckVersions.run(world.deps, {}, new AbortController().signal)
    await retry()
    assert.equal((await jobs()).rows.length, 1)
    world.advance(3_601_000)
    await retry()
    assert.deepEqual((await jobs()).rows, [{ priority: 0 }, { priority: 0 }])
    await world.runJobs()
    assert.equal((await findVersion(db, id))?.status, 'active')
  })

  it('can be released by a moderator', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    const { id, nodeId } = await publisher.publish({ id: `${publisher.id}-node`, waiting: true })
    const spoiled = spoil(busy)
    await world.runJobs()
    await spoiled.end()
    const admin = await asAdmin(world)
    const params = { nodeId, version: '1.0.0' }
    await admin.call(moderateVersion, { params, body: { status: 'NodeVersionStatusActive' } })
    const version = await findVersion(world.deps.db, id)
    assert.deepEqual([version?.status, version?.extract_status], ['active', 'failed'])
  })

  it('is refused at once when its structure alone exceeds the limits', async () => {
    const { world } = holder
    const { deps } = world
    const apiUrl = await world.listen()
    const publisher = await world.given.publisher()
    const token = await createTokenFor(deps, publisher.id, 'test')
    const nodeId = `${publisher.id}-node`
    const announced = await announce({ apiUrl, publisherId: publisher.id, nodeId, token })
    const { signedUrl } = (await announced.json()) as AnnounceAnswer
    const { checkStructure } = deps.analyst
    deps.analyst.checkStructure = async () => {
      throw new AnalysisExhausted('cpu', '10 seconds of CPU time', undefined)
    }
    const answer = await upload(signedUrl, buildPack({ id: nodeId }))
    deps.analyst.checkStructure = checkStructure
    assert.equal(answer.status, 400)
    const { message } = (await answer.json()) as { message: string }
    assert.match(message, /^The analysis used up its 10 seconds of CPU time\. Pack fewer files/)
  })

  it('is not analyzed repeatedly for its comfy-nodes', async () => {
    const { world } = holder
    const { deps } = world
    const publisher = await testPublisher(world)
    const { id } = await publisher.publish({ id: `${publisher.id}-node` })
    await deps.db.deleteFrom('comfy_nodes').where('version_id', '=', id).execute()
    await deps.db
      .updateTable('node_versions')
      .set({ extract_status: 'pending' })
      .where('id', '=', id)
      .execute()
    const spoiled = spoil(busy)
    await transact(deps, (tx) => deps.jobs.send(tx, extractComfyNodes, { versionId: id }))
    await world.runJobs()
    await spoiled.end()
    assert.equal(spoiled.runs(), 1)
    assert.equal((await findVersion(deps.db, id))?.extract_status, 'failed')
  })
})
