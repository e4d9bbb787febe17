import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { QueryOf, Registry } from '@nodeyard/contract/ground'
import {
  discardJob,
  getDuties,
  getNumbers,
  listAuditEvents,
  listJobs,
  listQueues,
  moderateVersion,
  retryJob,
  undoDecision,
} from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
let admin: Registry

beforeEach(async () => {
  admin = await asAdmin(registry.world)
})

const events = async (query: QueryOf<typeof listAuditEvents>) =>
  (await admin.call(listAuditEvents, { query })).events

describe('a stored job', () => {
  it('shows its failure and can be retried by an admin, which is recorded', async () => {
    const { world } = registry
    const id = await world.given.failedJob({
      name: 'refresh-search-popularity',
      error: 'No room on the disk.',
    })
    const { jobs } = await admin.call(listJobs, {
      query: { queue: 'refresh-search-popularity', state: 'failed' },
    })
    assert.deepEqual(
      jobs.map(({ error, attempts }) => [error, attempts]),
      [['No room on the disk.', 1]],
    )
    const retried = await admin.call(retryJob, { params: { jobId: id } })
    assert.equal(retried.state, 'retrying')
    await world.runJobs()
    const { queues } = await admin.call(listQueues, { query: { name: 'refresh-search-popularity' } })
    assert.deepEqual([queues[0]?.counts.failed, queues[0]?.counts.done], [0, 1])
    await refused('job_not_retryable', admin.call(retryJob, { params: { jobId: id } }))
    const [line] = await events({ action: 'job.retry' })
    assert.equal((line?.before as { id: string } | undefined)?.id, id)
  })

  it('can be discarded', async () => {
    const id = await registry.world.given.failedJob()
    await admin.call(discardJob, { params: { jobId: id } })
    await refused('job_not_found', admin.call(discardJob, { params: { jobId: id } }))
  })
})

describe('the audit log', () => {
  it('filters by action, subject, day and text, and pages by id', async () => {
    const { world } = registry
    const node = await world.given.node()
    const version = await world.given.version({ node_id: node.id, version: '1.0.0', status: 'flagged' })
    const params = { nodeId: node.id, version: '1.0.0' }
    const decision = { status: 'NodeVersionStatusActive' as const, status_reason: 'A 100% harmless thing.' }
    await admin.call(moderateVersion, { params, body: decision })
    await admin.call(undoDecision, { params })
    const actions = async (query: QueryOf<typeof listAuditEvents>) =>
      (await events({ subject: version.id, ...query })).map(({ action }) => action)
    assert.deepEqual(await actions({}), ['version.reflag', 'version.approve'])
    assert.deepEqual(await actions({ action: 'version.' }), ['version.reflag', 'version.approve'])
    assert.deepEqual(await actions({ action: 'version.approve' }), ['version.approve'])
    assert.deepEqual(await actions({ action: 'node.' }), [])
    assert.deepEqual(await actions({ text: '100% HARMLESS', action: 'version.approve' }), ['version.approve'])
    assert.deepEqual(await actions({ text: '100_harmless' }), [])
    const days = (await events({ subject: version.id })).map(({ at }) => at.slice(0, 10))
    const [to, from] = [days[0] ?? '', days[1] ?? '']
    assert.deepEqual(await actions({ from, to }), ['version.reflag', 'version.approve'])
    assert.deepEqual(await actions({ to: '2020-01-01' }), [])
    const [first] = await events({ subject: version.id, limit: 1 })
    assert.deepEqual(await actions({ before: first?.id ?? 0 }), ['version.approve'])
  })
})

describe('figures', () => {
  it('show how long flagged versions waited, and how many are open', async () => {
    const { world } = registry
    const node = await world.given.node()
    await world.given.version({ node_id: node.id, version: '1.0.0' })
    const params = { nodeId: node.id, version: '1.0.0' }
    const before = (await admin.call(getNumbers, { query: { days: 1 } })).days[0]
    await admin.call(moderateVersion, { params, body: { status: 'NodeVersionStatusFlagged' } })
    const open = (await admin.call(getNumbers, { query: { days: 1 } })).days[0]
    await admin.call(moderateVersion, { params, body: { status: 'NodeVersionStatusBanned' } })
    const { days } = await admin.call(getNumbers, { query: { days: 3 } })
    assert.equal(days.length, 3)
    const [last] = days.slice(-1)
    assert.deepEqual(
      [open?.open, last?.open, last?.flags, last?.decisions].map((value, index) => {
        const earlier = [before?.open, before?.open, before?.flags, before?.decisions][index] ?? 0
        return (value ?? 0) - earlier
      }),
      [1, 0, 1, 1],
    )
    assert.ok(last?.median_seconds !== undefined && last.p95_seconds !== undefined)
  })

  it('list all open duties, with the oldest of each', async () => {
    const { world } = registry
    const node = await world.given.node()
    const created_at = new Date('2020-01-01T00:00:00Z')
    await world.given.version({ node_id: node.id, status: 'flagged', created_at })
    const { duties } = await admin.call(getDuties)
    const flagged = duties.find(({ name }) => name === 'flagged')
    assert.ok((flagged?.count ?? 0) > 0)
    assert.equal(flagged?.oldest, created_at.toISOString())
    assert.equal(duties.length, 6)
  })
})
