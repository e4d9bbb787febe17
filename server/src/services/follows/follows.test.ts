import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/services'
import { setNotificationSettings } from '@nodeyard/contract/services'
import { refused } from '../../../test/refused.ts'
import { World } from '../../../test/world.ts'
import { recordEvent } from '../../ground/audit/sql.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import type { Mail } from '../../ground/mail/mailer.ts'
import { mailDueNotices, tellEvents } from '../notifications/jobs.ts'

const minuteMs = 60_000
const { signal } = new AbortController()
let world: World
let sent: Mail[] = []

before(async () => {
  world = await World.open({ mailer: { send: async (mail) => void sent.push(mail) } })
})
after(() => world.close())
afterEach(() => {
  sent = []
})

type User = Awaited<ReturnType<World['given']['user']>>
const follow = (user: User, body: { kind: contract.FollowKind; id: string; follows?: boolean }) =>
  world.as(user).call(contract.setFollow, { body: { follows: true, ...body } })
const followsOf = async (user: User) =>
  (await world.as(user).call(contract.listFollows, {})).follows.map(({ kind, id }) => `${kind} ${id}`)

async function release(node: { id: string; publisher_id: string }) {
  await inTransaction(world.deps.db, (tx) =>
    recordEvent(tx, {
      action: 'version.activate',
      actor: { kind: 'service', id: 'pipeline' },
      subject: { kind: 'version', id: world.deps.newId() },
      publisherId: node.publisher_id,
      after: { node: node.id, version: '1.2.0' },
      at: world.now(),
    }),
  )
  await tellEvents.run(world.deps, {}, signal)
  world.advance(20 * minuteMs)
  await mailDueNotices.run(world.deps, {}, signal)
}

describe('following', () => {
  it('lists nodes and publishers once each, and stops', async () => {
    const user = await world.given.user()
    const node = await world.given.node()
    await follow(user, { kind: 'node', id: node.id.toUpperCase() })
    await follow(user, { kind: 'node', id: node.id })
    await follow(user, { kind: 'publisher', id: node.publisher_id })
    assert.deepEqual((await followsOf(user)).toSorted(), [
      `node ${node.id}`,
      `publisher ${node.publisher_id}`,
    ])
    await follow(user, { kind: 'node', id: node.id, follows: false })
    await follow(user, { kind: 'node', id: node.id, follows: false })
    assert.deepEqual(await followsOf(user), [`publisher ${node.publisher_id}`])
  })

  it('refuses what does not exist', async () => {
    const user = await world.given.user()
    await refused('node_not_found', follow(user, { kind: 'node', id: 'nowhere' }))
    await refused('publisher_not_found', follow(user, { kind: 'publisher', id: 'nobody' }))
  })

  it('ends at the limit', async () => {
    const user = await world.given.user()
    const node = await world.given.node()
    await world.deps.db
      .insertInto('follows')
      .values(
        await Promise.all(
          Array.from({ length: limits.followsPerUser }, async () => ({
            user_id: user.id,
            publisher_id: (await world.given.publisher()).id,
            created_at: world.now(),
          })),
        ),
      )
      .execute()
    await refused('too_many_follows', follow(user, { kind: 'node', id: node.id }))
  })
})

describe('mail about a followed node', () => {
  it('reaches followers of the node and of its publisher once, and no other user', async () => {
    const [ofNode, ofBoth, ofPublisher, other] = await Promise.all([1, 2, 3, 4].map(() => world.given.user()))
    const node = await world.given.node()
    if (!ofNode || !ofBoth || !ofPublisher || !other) throw new Error('there are four users')
    await follow(ofNode, { kind: 'node', id: node.id })
    await follow(ofBoth, { kind: 'node', id: node.id })
    await follow(ofBoth, { kind: 'publisher', id: node.publisher_id })
    await follow(ofPublisher, { kind: 'publisher', id: node.publisher_id })
    await follow(other, { kind: 'node', id: (await world.given.node()).id })
    await release(node)
    const readers = new Set([ofNode.email, ofBoth.email, ofPublisher.email])
    const got = sent.filter(({ subject }) => subject.endsWith(`${node.id} 1.2.0 is out`))
    assert.equal(got.length, 3)
    assert.deepEqual(new Set(got.map(({ to }) => to)), readers)
    assert.match(got[0]?.text ?? '', /because you follow packs or publishers/)
  })

  it('is not sent to users who turned it off', async () => {
    const user = await world.given.user()
    const node = await world.given.node()
    await follow(user, { kind: 'node', id: node.id })
    await world.as(user).call(setNotificationSettings, { body: { muted: ['follows'] } })
    await release(node)
    assert.deepEqual(
      sent.filter(({ to }) => to === user.email),
      [],
    )
  })
})
