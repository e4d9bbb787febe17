import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { installNode } from '@nodeyard/contract/packs'
import {
  grantTrustedReporter,
  listUsers,
  moderateVersion,
  reportAbuse,
  revokeTrustedReporter,
} from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld()
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let count = 0
interface Wish {
  publisher?: Awaited<ReturnType<typeof testPublisher>>
  ageMs?: number
}

/** A version that is older than a day by default. */
async function published({ publisher, ageMs = 25 * hourMs }: Wish = {}) {
  const by = publisher ?? (await testPublisher(holder.world))
  const { id, nodeId } = await by.publish({ id: `${by.id}-pack-${++count}` })
  holder.world.advance(ageMs)
  return { id, nodeId, publisher: by }
}

async function reporter({ isTrusted = true, days = 40 } = {}) {
  const { world } = holder
  const created_at = new Date(world.now().getTime() - days * dayMs)
  const user = await world.given.user({ created_at })
  if (isTrusted) await (await asAdmin(world)).call(grantTrustedReporter, { params: { userId: user.id } })
  return user
}
type User = Awaited<ReturnType<typeof reporter>>

const report = (user: User, nodeId: string, part: object = {}) =>
  holder.world.as(user).call(reportAbuse, {
    params: { nodeId },
    body: { kind: 'malware', text: 'It reads my keys.', version: '1.0.0', ...part },
  })

async function statusOf(id: string) {
  const row = await holder.world.deps.db
    .selectFrom('node_versions')
    .select(['status', 'status_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.status
}

async function isTrusted(user: User) {
  const { users } = await (await asAdmin(holder.world)).call(listUsers, { query: { search: user.id } })
  return users[0]?.isTrustedReporter
}

const moderate = async (nodeId: string, status: 'NodeVersionStatusActive' | 'NodeVersionStatusBanned') =>
  (await asAdmin(holder.world)).call(moderateVersion, {
    params: { nodeId, version: '1.0.0' },
    body: { status, status_reason: 'Looked at it.' },
  })

describe('a hold by trusted reporters', () => {
  it('needs two of them, and stops installs at once', async () => {
    const { world } = holder
    const { id, nodeId } = await published()
    await report(await reporter(), nodeId)
    assert.equal(await statusOf(id), 'active')
    await report(await reporter({ isTrusted: false }), nodeId)
    assert.equal(await statusOf(id), 'active')
    await report(await reporter(), nodeId)
    assert.equal(await statusOf(id), 'flagged')
    await assert.rejects(world.anonymous.call(installNode, { params: { nodeId }, query: {} }))
    const events = (await world.events(id)).map(({ action, actor_id }) => [action, actor_id])
    assert.deepEqual(events.at(-1), ['version.hold', 'trusted-reports'])
  })

  it('needs one of them in the first 24 hours, also with a report about the whole node', async () => {
    const { id, nodeId } = await published({ ageMs: 23 * hourMs })
    await report(await reporter(), nodeId, { version: undefined })
    assert.equal(await statusOf(id), 'flagged')
  })

  it('ignores quarrels, young accounts, colleagues and the own publisher', async () => {
    const { world } = holder
    const { id, nodeId, publisher } = await published()
    const [one, other, owner] = [await reporter(), await reporter(), await reporter()]
    await world.given.publisher({ owner: one })
    const { id: shared } = await world.given.publisher({ owner: other })
    await world.given.member({ publisher_id: shared, user_id: one.id, role: 'member' })
    await world.given.member({ publisher_id: publisher.id, user_id: owner.id, role: 'member' })
    await report(one, nodeId)
    await report(other, nodeId)
    await report(owner, nodeId)
    await report(await reporter({ days: 10 }), nodeId)
    await report(await reporter(), nodeId, { kind: 'stolen' })
    assert.equal(await statusOf(id), 'active')
  })

  it('is lifted by a moderator, costs the reporters their trust, and does not come back', async () => {
    const { id, nodeId } = await published()
    const users = [await reporter(), await reporter()]
    for (const user of users) await report(user, nodeId)
    await moderate(nodeId, 'NodeVersionStatusActive')
    assert.equal(await statusOf(id), 'active')
    assert.deepEqual(await Promise.all(users.map(isTrusted)), [false, false])
    const [lost] = (await holder.world.events(users[0]?.id ?? '')).slice(-1)
    assert.equal(lost?.action, 'user.lose-trusted-reporter')
    await report(await reporter(), nodeId)
    await report(await reporter(), nodeId)
    assert.equal(await statusOf(id), 'active')
  })

  it('keeps the trust of reporters who were right', async () => {
    const { id, nodeId } = await published()
    const users = [await reporter(), await reporter()]
    for (const user of users) await report(user, nodeId)
    await moderate(nodeId, 'NodeVersionStatusBanned')
    assert.equal(await statusOf(id), 'banned')
    assert.deepEqual(await Promise.all(users.map(isTrusted)), [true, true])
  })

  it('is limited per reporter and day, and to one per publisher until it is upheld', async () => {
    const { world } = holder
    const [one, other] = [await reporter(), await reporter()]
    const first = await published()
    const second = await published({ publisher: first.publisher })
    const others = [await published(), await published(), await published()]
    for (const { nodeId } of [first, second]) {
      await report(one, nodeId)
      await report(other, nodeId)
    }
    assert.deepEqual(
      [await statusOf(first.id), await statusOf(second.id)],
      ['flagged', 'active'],
      'the second pack of a publisher stays',
    )
    for (const { nodeId } of others) for (const user of [one, other]) await report(user, nodeId)
    const statuses = await Promise.all(others.map(({ id }) => statusOf(id)))
    assert.deepEqual(statuses, ['flagged', 'flagged', 'active'], 'not a fourth hold within a day')
    world.advance(dayMs + 1)
    const [, , last] = others
    for (const user of [one, other]) await report(user, last?.nodeId ?? '', { text: 'It still does.' })
    assert.equal(await statusOf(last?.id ?? ''), 'flagged')
  })

  it('waits for a moderator once the trust is revoked', async () => {
    const { id, nodeId } = await published()
    const user = await reporter()
    await report(user, nodeId)
    await (await asAdmin(holder.world)).call(revokeTrustedReporter, { params: { userId: user.id } })
    await report(await reporter(), nodeId)
    assert.equal(await statusOf(id), 'active')
  })

  it('is one hold when both report at the same time', async () => {
    const { id, nodeId } = await published()
    const users = [await reporter(), await reporter(), await reporter()]
    await Promise.all(users.map((user) => report(user, nodeId)))
    assert.equal(await statusOf(id), 'flagged')
    const holds = await holder.world.deps.db
      .selectFrom('report_holds')
      .select('id')
      .where('version_id', '=', id)
      .execute()
    assert.equal(holds.length, 1)
  })
})
