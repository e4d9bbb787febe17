import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import type { BodyOf, QueryOf, Registry } from '@nodeyard/contract/ground'
import { getBatch, getReview, listReviews, moderateVersion, undoDecision } from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
let admin: Registry
let nodeId: string

beforeEach(async () => {
  admin = await asAdmin(registry.world)
  nodeId = (await registry.world.given.node()).id
})

const given = (version: string, part: object = {}) =>
  registry.world.given.version({ node_id: nodeId, version, ...part })
const decide = (version: string, body: BodyOf<typeof moderateVersion>) =>
  admin.call(moderateVersion, { params: { nodeId, version }, body })
const undo = (version: string) => admin.call(undoDecision, { params: { nodeId, version } })
const review = (version: string) => admin.call(getReview, { params: { nodeId, version } })
const queue = async (query: QueryOf<typeof listReviews> = {}) => {
  const { versions } = await admin.call(listReviews, { query: { node_id: nodeId, ...query } })
  return versions.map(({ version }) => version)
}

const approve = { status: 'NodeVersionStatusActive' as const, status_reason: 'Reviewed: harmless.' }
const reject = { status: 'NodeVersionStatusBanned' as const, status_reason: 'It mines coins.' }
const finding = (part: object) => ({
  rule: 'downloaded-code',
  issue_type: 'downloaded-code',
  severity: 'critical',
  scanner: 'nodeyard',
  file_path: 'nodes.py',
  line_number: 3,
  code_snippet: 'eval(answer)',
  message: '`eval` runs what comes from the network.',
  ...part,
})

describe('the review queue', () => {
  it('lists flagged versions, longest waiting first', async () => {
    const { world } = registry
    await given('1.0.0', { status: 'flagged', created_at: new Date('2026-01-03T00:00:00Z') })
    const long = await given('1.1.0', { status: 'flagged', created_at: new Date('2026-01-01T00:00:00Z') })
    await given('1.2.0')
    assert.deepEqual(await queue(), ['1.1.0', '1.0.0'])
    assert.deepEqual(await queue({ order: 'newest' }), ['1.0.0', '1.1.0'])
    const waited = Math.floor((world.now().getTime() - long.created_at.getTime()) / 86_400_000)
    assert.deepEqual(await queue({ days: waited }), waited > 0 ? ['1.1.0'] : ['1.1.0', '1.0.0'])
  })

  it('counts the versions of one node and of all nodes', async () => {
    const totalOf = async (query: QueryOf<typeof listReviews>) =>
      (await admin.call(listReviews, { query })).total
    const before = await totalOf({})
    await given('1.0.0', { status: 'flagged' })
    await given('1.1.0', { status: 'banned' })
    await registry.world.given.announcedVersion({ node_id: nodeId, version: '1.2.0' })
    assert.deepEqual([await totalOf({ node_id: nodeId }), await totalOf({})], [1, before + 1])
    const { db } = registry.world.deps
    await db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', nodeId).execute()
    assert.equal(await totalOf({}), before + 1)
  })

  it('filters by status, reason, number, publisher and open appeals', async () => {
    await given('1.0.0', { status: 'flagged', status_reason: 'It reads 100% of the Environment.' })
    const { id } = await given('1.1.0', { status: 'banned', status_reason: 'It mines coins.' })
    const user = await registry.world.given.user()
    await registry.world.given.appeal({ version_id: id, author_id: user.id })
    const statuses: BodyOf<typeof moderateVersion>['status'][] = [
      'NodeVersionStatusFlagged',
      'NodeVersionStatusBanned',
    ]
    const all = { statuses: statuses.flatMap((status) => status ?? []) }
    assert.deepEqual(await queue({ ...all, reason: '100% of the environment' }), ['1.0.0'])
    assert.deepEqual(await queue({ ...all, reason: '10_%' }), [])
    assert.deepEqual(await queue({ ...all, version: '1.1.0' }), ['1.1.0'])
    assert.deepEqual(await queue({ ...all, publisher_id: 'nobody' }), [])
    assert.deepEqual(await queue({ ...all, appealed: true }), ['1.1.0'])
  })

  it('restarts the wait with each status', async () => {
    await given('1.0.0', { status: 'flagged', created_at: new Date('2026-01-01T00:00:00Z') })
    const flagged = (await review('1.0.0')).since
    await decide('1.0.0', reject)
    const banned = (await review('1.0.0')).since
    assert.equal(flagged, '2026-01-01T00:00:00.000Z')
    assert.ok(banned > flagged)
  })
})

describe('the review of a version', () => {
  it('marks findings of the last approved version, even on another line', async () => {
    const old = await given('1.0.0')
    const now = await given('1.1.0', { status: 'flagged' })
    const { world } = registry
    await world.given.analysis({
      version_id: old.id,
      findings: JSON.stringify([finding({ line_number: 3 })]),
    })
    const found = [finding({ line_number: 9 }), finding({ code_snippet: 'exec(answer)' })]
    await world.given.analysis({ version_id: now.id, findings: JSON.stringify(found) })
    const { findings, base } = await review('1.1.0')
    assert.equal(base?.version, '1.0.0')
    assert.deepEqual(
      findings.map(({ code, known }) => [code, known]),
      [
        ['eval(answer)', true],
        ['exec(answer)', false],
      ],
    )
  })

  it('parses findings of other scanners from the reason', async () => {
    const reason = [{ type: 'yara', path: 'a.py', line: '12', content: 'x', message: 'Odd.' }]
    await given('1.0.0', { status: 'flagged', status_reason: JSON.stringify(reason) })
    const { findings } = await review('1.0.0')
    assert.deepEqual(
      findings.map(({ rule, file, line, code }) => [rule, file, line, code]),
      [['yara', 'a.py', 12, 'x']],
    )
  })

  it('shows member emails and the other versions of the node', async () => {
    await given('1.0.0')
    await given('1.1.0', { status: 'flagged' })
    const { emails, counts, others } = await review('1.1.0')
    assert.equal(emails.length, 1)
    assert.equal(counts.length, 2)
    assert.deepEqual(
      others.map(({ version }) => version),
      ['1.0.0'],
    )
  })
})

describe('a moderation decision', () => {
  it('can be undone with its reason, as can the one before', async () => {
    await given('1.0.0', { status: 'flagged', status_reason: '[]' })
    await decide('1.0.0', approve)
    await decide('1.0.0', reject)
    const first = await undo('1.0.0')
    assert.deepEqual([first.status, first.status_reason], [approve.status, approve.status_reason])
    const second = await undo('1.0.0')
    assert.deepEqual([second.status, second.status_reason], ['NodeVersionStatusFlagged', '[]'])
    await refused('nothing_to_undo', undo('1.0.0'))
    assert.equal((await review('1.0.0')).can_undo, false)
  })

  it('is refused after a concurrent decision', async () => {
    await given('1.0.0', { status: 'flagged' })
    await decide('1.0.0', reject)
    const late = { ...approve, expected_status: 'NodeVersionStatusFlagged' as const }
    await refused('version_changed', decide('1.0.0', late))
    assert.equal((await review('1.0.0')).version.status, reject.status)
  })

  it('is listed by batch id, with undone ones marked', async () => {
    await given('1.0.0', { status: 'flagged' })
    await given('1.1.0', { status: 'flagged' })
    const batch = randomUUID()
    for (const version of ['1.0.0', '1.1.0']) await decide(version, { ...approve, batch_id: batch })
    await undo('1.1.0')
    const { decisions } = await admin.call(getBatch, { params: { batchId: batch } })
    assert.deepEqual(
      decisions.map(({ version, action, can_undo }) => [version, action, can_undo]),
      [
        ['1.0.0', 'version.approve', true],
        ['1.1.0', 'version.approve', false],
      ],
    )
  })
})
