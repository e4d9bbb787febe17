import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listPublisherEvents } from '@nodeyard/contract/people'
import { answerReport, closeReports, listReports, reportAbuse, takeReports } from '@nodeyard/contract/safety'
import { setNotificationSettings } from '@nodeyard/contract/services'
import { asAdmin } from '../../../test/admin.ts'
import { allSentTo } from '../../../test/outbox.ts'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld({}, { RATE_LIMIT_FACTOR: '1' })

const body = { kind: 'malware' as const, text: 'It reads my keys.' }

async function reportsOf(nodeId: string, query: object = {}) {
  const admin = await asAdmin(holder.world)
  const { nodes } = await admin.call(listReports, { query: { node_id: nodeId, ...query } })
  return nodes[0]?.reports ?? []
}

/** Uses a new network per call, because each has its own rate limit. */
let networks = 0
const fromElsewhere = () => ({ remoteAddress: `192.0.2.${++networks}` })
async function reportFrom(remoteAddress: string, nodeId: string, payload: object = body) {
  return holder.world.inject({
    method: 'POST',
    url: `/nodes/${nodeId}/reports`,
    payload,
    remoteAddress,
  })
}

describe('an abuse report', () => {
  it('merges reports of one reporter about one problem until it is closed', async () => {
    const { world } = holder
    const { id: nodeId } = await world.given.node()
    const { remoteAddress } = fromElsewhere()
    const first = await reportFrom(remoteAddress, nodeId)
    assert.equal(first.statusCode, 201)
    const again = await reportFrom(remoteAddress, nodeId)
    const more = await reportFrom(remoteAddress, nodeId, { ...body, text: 'In loader.py.' })
    assert.deepEqual([again.statusCode, more.statusCode], [200, 200])
    assert.equal(more.json().id, first.json().id)
    assert.deepEqual(
      (await reportsOf(nodeId)).map(({ text, messages }) => [text, messages.map((one) => one.text)]),
      [['It reads my keys.', ['In loader.py.']]],
    )
    const admin = await asAdmin(world)
    await admin.call(closeReports, {
      body: { reportIds: [first.json().id], outcome: 'acted', reason: 'Banned.' },
    })
    assert.equal((await reportFrom(remoteAddress, nodeId)).statusCode, 201)
  })

  it('limits reports per network, and per node for anonymous reporters', async () => {
    const { world } = holder
    const { remoteAddress } = fromElsewhere()
    for (let count = 0; count < 10; count++) {
      const { id } = await world.given.node()
      assert.equal((await reportFrom(remoteAddress, id)).statusCode, 201)
    }
    const { id: nodeId } = await world.given.node()
    const refused = await reportFrom(remoteAddress, nodeId)
    assert.deepEqual(
      [refused.statusCode, refused.json().error, Number(refused.headers['retry-after']) > 3000],
      [429, 'report_limit', true],
    )
    for (let count = 0; count < 50; count++) await world.given.report({ node_id: nodeId })
    assert.equal((await reportFrom(fromElsewhere().remoteAddress, nodeId)).statusCode, 429)
    const user = world.as(await world.given.user())
    await user.call(reportAbuse, { params: { nodeId }, body })
  })

  it('reveals the reporter only to admins', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await world.given.publisher({ owner })
    const { id: nodeId } = await world.given.node({ publisher_id: publisher.id })
    const { version } = await world.given.version({ node_id: nodeId })
    const reporter = await world.given.user()
    await world.as(reporter).call(reportAbuse, { params: { nodeId }, body: { ...body, version } })
    const [report] = await reportsOf(nodeId)
    assert.deepEqual([report?.version, report?.reporter?.email], [version, reporter.email])
    await assert.rejects(world.as(owner).call(listReports), { status: 403 })
    const events = await world.as(owner).call(listPublisherEvents, { params: { publisherId: publisher.id } })
    assert.deepEqual(events.events, [])
  })

  it('mails reporter and owner in their languages when it is answered and closed', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await world.given.publisher({ owner })
    const { id: nodeId } = await world.given.node({ publisher_id: publisher.id, name: 'Blur' })
    await world.as(owner).call(setNotificationSettings, { body: { language: 'ar' } })
    const { remoteAddress } = fromElsewhere()
    const contact = { contact: 'kim@example.test', locale: 'fr' }
    const { id } = (await reportFrom(remoteAddress, nodeId, { ...body, ...contact })).json()
    const admin = await asAdmin(world)
    await admin.call(takeReports, { body: { reportIds: [id] } })
    await admin.call(answerReport, { params: { reportId: id }, body: { text: 'Which file?' } })
    await admin.call(closeReports, {
      body: { reportIds: [id], outcome: 'acted', reason: 'The version is banned.', tellPublisher: true },
    })
    assert.deepEqual(
      (await allSentTo(world, 'kim@example.test')).map(({ subject }) => subject),
      ['Nodeyard : un signalement de Blur', 'Nodeyard : un signalement de Blur'],
    )
    const [toOwner] = await allSentTo(world, owner.email)
    assert.equal(toOwner?.subject, 'Nodeyard: بلاغ عن Blur')
    assert.match(toOwner?.text ?? '', /The version is banned\.\n\n.*\/ar\/nodes\//)
    assert.doesNotMatch(toOwner?.text ?? '', /keys|kim/)
    await assert.rejects(admin.call(takeReports, { body: { reportIds: [id] } }), { status: 409 })
    assert.deepEqual(
      (await world.events(id)).map(({ action }) => action),
      ['report.create', 'report.take', 'report.answer', 'report.close'],
    )
    const [closed] = await reportsOf(nodeId, { state: 'closed' })
    assert.deepEqual([closed?.outcome, closed?.closedBy !== undefined], ['acted', true])
  })

  it('lists nodes by longest wait, and filters', async () => {
    const { world } = holder
    const admin = await asAdmin(world)
    const nodes = [await world.given.node({ id: 'queue-a' }), await world.given.node({ id: 'queue-b' })]
    const hoursAgo = (hours: number) => new Date(world.now().getTime() - hours * 3_600_000)
    await world.given.report({ node_id: 'queue-a', created_at: hoursAgo(1) })
    await world.given.report({ node_id: 'queue-b', created_at: hoursAgo(3), kind: 'stolen' })
    await world.given.report({ node_id: 'queue-a', created_at: hoursAgo(2), kind: 'broken' })
    const idsOf = async (query: object) =>
      (await admin.call(listReports, { query: { node_id: 'QUEUE-', ...query } })).nodes.map(
        ({ node_id, total, reports }) => [node_id, total, reports.length],
      )
    assert.equal(nodes.length, 2)
    assert.deepEqual(await idsOf({}), [
      ['queue-b', 1, 1],
      ['queue-a', 2, 2],
    ])
    assert.deepEqual(await idsOf({ kind: ['broken'] }), [['queue-a', 1, 1]])
    assert.deepEqual(await idsOf({ mine: true }), [])
    assert.deepEqual(await idsOf({ page: 2, limit: 1 }), [['queue-a', 2, 2]])
  })
})
