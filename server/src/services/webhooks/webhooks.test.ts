import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { createToken, updatePublisher } from '@nodeyard/contract/people'
import * as contract from '@nodeyard/contract/services'
import { Check } from 'typebox/value'
import {
  type FakeWebhookReceiver,
  fakeWebhookReceiver,
  isSignedBy,
} from '../../../test/fakes/webhook-receiver.ts'
import { refused } from '../../../test/refused.ts'
import { World } from '../../../test/world.ts'
import { recordEvent } from '../../ground/audit/sql.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { tellEvents } from '../notifications/jobs.ts'
import { deliverWebhook } from './deliver.ts'
import { forgetOldWebhookDeliveries, resumeDeliveries } from './jobs.ts'

let world: World
let receiver: FakeWebhookReceiver
let owner: Awaited<ReturnType<World['given']['user']>>
let publisherId: string
const dayMs = 86_400_000
const signal = new AbortController().signal

before(async () => {
  receiver = await fakeWebhookReceiver()
  world = await World.open({}, { WEBHOOK_NETWORKS: '127.0.0.0/8' })
})
beforeEach(async () => {
  await tell()
  receiver.weather = 'fine'
  receiver.taken.length = 0
  owner = await world.given.user()
  publisherId = (await world.given.publisher({ owner })).id
})
after(async () => {
  await world.close()
  await receiver.close()
})

/** Processes events and sends due deliveries. */
async function tell() {
  await tellEvents.run(world.deps, {}, signal)
  await world.runJobs()
}
const as = (user = owner) => world.as(user)
const create = (body: object = {}, user = owner) =>
  as(user).call(contract.createWebhook, { params: { publisherId }, body: { url: receiver.url, ...body } })
const update = (webhookId: string, body: object) =>
  as().call(contract.updateWebhook, { params: { publisherId, webhookId }, body })
const ping = (webhookId: string) => as().call(contract.pingWebhook, { params: { publisherId, webhookId } })
const deliveries = (webhookId: string, query: object = {}) =>
  as().call(contract.listWebhookDeliveries, { params: { publisherId, webhookId }, query })
const detail = (webhookId: string, deliveryId: string) =>
  as().call(contract.getWebhookDelivery, { params: { publisherId, webhookId, deliveryId } })
const redeliver = (webhookId: string, deliveryId: string) =>
  as().call(contract.redeliverWebhook, { params: { publisherId, webhookId, deliveryId } })
const only = async () =>
  (await as().call(contract.listWebhooks, { params: { publisherId } }))[0] as contract.Webhook
const makeToken = (name = 'CI') =>
  as().call(createToken, { params: { publisherId }, body: { name, expires_in_days: 3 } })
/** Lists which of these deliveries wait for an attempt, in order. */
const waitingOf = async (...ids: string[]) => {
  const { rows } = await world.deps.database.raw.query(
    `select data ->> 'deliveryId' as id from jobs.job
     where name = $1 and state < 'active' order by priority desc, created_on, id`,
    [deliverWebhook.name],
  )
  return rows.map(({ id }) => String(id)).filter((id) => ids.includes(id))
}
const typesTaken = () => receiver.taken.map(({ body }) => JSON.parse(body).type as string)

describe('a webhook delivery', () => {
  it('is signed, and its body matches the contract', async () => {
    const { secret, webhook } = await create({ events: ['token.created'] })
    await makeToken()
    await tell()
    const [taken] = receiver.taken
    assert.ok(taken)
    assert.equal(isSignedBy(taken, secret), true)
    assert.equal(isSignedBy({ ...taken, body: `${taken.body} ` }, secret), false)
    const body = JSON.parse(taken.body)
    assert.equal(Check(contract.webhookPayloads['token.created'], body), true)
    assert.equal(body.data.name, 'CI')
    assert.deepEqual(body.actor, { kind: 'user', id: owner.id })
    const [delivery] = (await deliveries(webhook.id)).deliveries
    assert.equal(taken.headers['webhook-id'], delivery?.id)
    assert.deepEqual([delivery?.state, delivery?.status, delivery?.attempts], ['delivered', 204, 1])
  })

  it('is sent once, even if the event is processed repeatedly', async () => {
    await create({ events: ['token.created'] })
    await makeToken()
    await tell()
    const { rows } = await world.deps.database.raw.query(
      'select max(id) as id from audit_events where action = $1',
      ['token.create'],
    )
    await world.deps.db
      .insertInto('untold_events')
      .values({ event_id: Number(rows[0]?.['id']) })
      .execute()
    await tell()
    assert.equal(receiver.taken.length, 1)
  })

  it('is never sent after a rollback', async () => {
    await create()
    await inTransaction(world.deps.db, async (tx) => {
      await tx.updateTable('publishers').set({ name: 'X' }).where('id', '=', publisherId).execute()
      await recordEvent(tx, {
        actor: { kind: 'user', id: owner.id },
        action: 'publisher.update',
        subject: { kind: 'publisher', id: publisherId },
        publisherId,
        at: world.now(),
      })
      throw new Error('rolled back')
    }).catch(() => {})
    await tell()
    assert.deepEqual(receiver.taken, [])
  })

  it('does not reveal which admin acted', async () => {
    await create({ events: ['publisher.updated', 'node.banned'] })
    const node = await world.given.node({ publisher_id: publisherId })
    const admin = await world.given.user({ is_admin: true })
    await inTransaction(world.deps.db, (tx) =>
      recordEvent(tx, {
        actor: { kind: 'user', id: admin.id },
        action: 'node.ban',
        subject: { kind: 'node', id: node.id },
        publisherId,
        at: world.now(),
      }),
    )
    await tell()
    const body = JSON.parse(receiver.taken[0]?.body ?? '{}')
    assert.deepEqual(body.actor, { kind: 'admin' })
    assert.equal(Check(contract.webhookPayloads['node.banned'], body), true)
  })
})

describe('the webhook of a held version', () => {
  /** Flags a version of the publisher and returns the deliveries about it. */
  async function flagged(facts: object) {
    receiver.taken.length = 0
    const node = await world.given.node({ publisher_id: publisherId })
    const version = await world.given.version({ node_id: node.id })
    await inTransaction(world.deps.db, (tx) =>
      recordEvent(tx, {
        actor: { kind: 'service', id: 'pipeline' },
        action: 'version.flag',
        subject: { kind: 'version', id: version.id },
        after: { node: node.id, version: version.version, findings: 3, ...facts },
        at: world.now(),
      }),
    )
    await tell()
    const bodies = receiver.taken.map(({ body }) => JSON.parse(body))
    for (const body of bodies) assert.equal(Check(contract.webhookPayloads['version.flagged'], body), true)
    return bodies.map(({ data }) => data.held_for)
  }

  it('says for which kinds of findings, as far as they are known, to its publisher only', async () => {
    await create({ events: ['version.flagged'] })
    const stranger = await world.given.user()
    const other = await world.given.publisher({ owner: stranger })
    await world.as(stranger).call(contract.createWebhook, {
      params: { publisherId: other.id },
      body: { url: receiver.url },
    })
    assert.deepEqual(await flagged({ held_for: ['private_data', 'hidden_code', 'unknown'] }), [
      ['hidden_code', 'private_data'],
    ])
    assert.deepEqual(await flagged({}), [undefined])
  })
})

describe('the subscription of a webhook', () => {
  it('filters by event type, node and publisher', async () => {
    const node = await world.given.node({ publisher_id: publisherId })
    await create({ events: ['publisher.updated'] })
    await create({ node_id: node.id })
    await makeToken()
    await as().call(updatePublisher, { params: { publisherId }, body: { description: 'New.' } })
    const other = await world.given.publisher({ owner })
    await as().call(updatePublisher, { params: { publisherId: other.id }, body: { description: 'New.' } })
    await tell()
    assert.deepEqual(typesTaken(), ['publisher.updated'])
  })

  it('cannot include a node of another publisher', async () => {
    const other = await world.given.publisher()
    const node = await world.given.node({ publisher_id: other.id })
    await refused('node_not_found', create({ node_id: node.id }))
  })
})

describe('a failed delivery', () => {
  it('is retried ten times within about a day, and can be sent again afterwards', async () => {
    receiver.weather = 'down'
    const { webhook } = await create()
    const { id } = await ping(webhook.id)
    let waitedMs = 0
    for (let number = 1; number <= limits.webhookAttempts; number++) {
      await deliverWebhook.run(world.deps, { deliveryId: id, number }, signal)
      // A repeated job of the same attempt does nothing.
      await deliverWebhook.run(world.deps, { deliveryId: id, number }, signal)
      const [delivery] = (await deliveries(webhook.id)).deliveries
      if (delivery?.next_attempt_at) waitedMs += Date.parse(delivery.next_attempt_at) - world.now().getTime()
    }
    assert.equal(receiver.taken.length, limits.webhookAttempts)
    assert.ok(waitedMs > 0.8 * dayMs && waitedMs < 1.2 * dayMs, `${waitedMs}`)
    const before = await detail(webhook.id, id)
    assert.deepEqual([before.state, before.log.length, before.log[0]?.status], ['failed', 10, 503])
    assert.equal(before.log[0]?.answer, 'Not now.')
    assert.equal(before.log[0]?.problem, 'refused')

    receiver.weather = 'fine'
    await redeliver(webhook.id, id)
    await world.runJobs()
    assert.deepEqual(new Set(receiver.taken.map(({ headers }) => headers['webhook-id'])), new Set([id]))
    assert.equal((await detail(webhook.id, id)).state, 'delivered')
    assert.equal((await only()).failing_since, undefined)
    assert.equal((await deliveries(webhook.id, { state: 'failed' })).deliveries.length, 0)
  })

  it('includes redirects, which are not followed', async () => {
    receiver.weather = 'moved'
    const { webhook } = await create()
    const { id } = await ping(webhook.id)
    await world.runJobs()
    assert.equal((await detail(webhook.id, id)).log[0]?.problem, 'redirected')
    assert.equal(receiver.taken.length, 1)
  })

  it('disables the webhook after days, and enabling it resets the failures', async () => {
    receiver.weather = 'down'
    const { webhook } = await create()
    const { id } = await ping(webhook.id)
    await world.deps.db
      .updateTable('publisher_webhooks')
      .set({ failures: 500, failing_since: new Date(world.now().getTime() - 3 * dayMs) })
      .where('id', '=', webhook.id)
      .execute()
    await deliverWebhook.run(world.deps, { deliveryId: id, number: 1 }, signal)
    const { enabled, disabled_because } = await only()
    assert.deepEqual([enabled, disabled_because], [false, 'failures'])
    await refused('webhook_disabled', ping(webhook.id))
    await refused('webhook_disabled', redeliver(webhook.id, id))
    await deliverWebhook.run(world.deps, { deliveryId: id, number: 2 }, signal)
    const { state, log } = await detail(webhook.id, id)
    assert.deepEqual([state, log[0]?.problem], ['failed', 'disabled'])
    assert.equal((await update(webhook.id, { enabled: true })).failing_since, undefined)
  })

  it('disables the webhook immediately after a 410', async () => {
    receiver.weather = 'gone'
    const { webhook } = await create()
    await ping(webhook.id)
    await world.runJobs()
    assert.equal((await only()).disabled_because, 'gone')
  })

  it('is not sent twice when it is overdue', async () => {
    const { webhook } = await create()
    const { id } = await ping(webhook.id)
    world.advance(3_600_000)
    await resumeDeliveries.run(world.deps, {}, signal)
    await resumeDeliveries.run(world.deps, {}, signal)
    assert.deepEqual(await waitingOf(id), [id])
    await world.runJobs()
    assert.equal(receiver.taken.length, 1)
  })

  it('waits behind publishers with fewer waiting deliveries', async () => {
    const { webhook } = await create()
    const many = [await ping(webhook.id), await ping(webhook.id), await ping(webhook.id)].map(({ id }) => id)
    publisherId = (await world.given.publisher({ owner })).id
    const { id: other } = await ping((await create()).webhook.id)
    assert.deepEqual(await waitingOf(...many, other), [many[0], other, many[1], many[2]])
  })

  it('is serialized per account across publishers', async () => {
    const first = await ping((await create()).webhook.id)
    publisherId = (await world.given.publisher({ owner })).id
    const second = await ping((await create()).webhook.id)
    const { rows } = await world.deps.database.raw.query(
      `select group_id from jobs.job where data->>'deliveryId' in ($1, $2)`,
      [first.id, second.id],
    )
    const group = `user ${owner.id}`
    assert.deepEqual(rows, [{ group_id: group }, { group_id: group }])
  })

  it('is sent even if its job is lost', async () => {
    const { webhook } = await create()
    const { id } = await ping(webhook.id)
    await world.deps.database.raw.query('delete from jobs.job where name = $1', [deliverWebhook.name])
    world.advance(3_600_000)
    await resumeDeliveries.run(world.deps, {}, signal)
    await world.runJobs()
    assert.equal((await detail(webhook.id, id)).state, 'delivered')
  })
})

describe('the secret of a webhook', () => {
  it('signs for one more day after it is replaced', async () => {
    const { webhook, secret } = await create()
    const { secret: next } = await as().call(contract.rotateWebhookSecret, {
      params: { publisherId, webhookId: webhook.id },
    })
    await ping(webhook.id)
    await world.runJobs()
    const [first] = receiver.taken
    assert.ok(first)
    assert.deepEqual([isSignedBy(first, secret), isSignedBy(first, next)], [true, true])
    world.advance(dayMs + 1000)
    await ping(webhook.id)
    await world.runJobs()
    const second = receiver.taken[1]
    assert.ok(second)
    assert.deepEqual([isSignedBy(second, secret), isSignedBy(second, next)], [false, true])
  })
})

describe('managing webhooks', () => {
  it('limits the number of webhooks and of test deliveries', async () => {
    const { webhook } = await create()
    for (let count = 1; count < limits.webhooksPerPublisher; count++) await create()
    await refused('too_many_webhooks', create())
    for (let count = 0; count < limits.webhookPingsPerMinute; count++) await ping(webhook.id)
    await refused('too_many_pings', ping(webhook.id))
  })

  it('pages deliveries, newest first', async () => {
    const { webhook } = await create()
    for (let count = 0; count < 3; count++) await ping(webhook.id)
    const first = await deliveries(webhook.id, { limit: 2 })
    const second = await deliveries(webhook.id, { limit: 2, before: first.next })
    assert.deepEqual([first.deliveries.length, second.deliveries.length, second.next], [2, 1, undefined])
    const ids = [...first.deliveries, ...second.deliveries].map(({ id }) => id)
    assert.equal(new Set(ids).size, 3)
    await refused('invalid_request', deliveries(webhook.id, { before: '1.x' }))
  })

  it('refuses a private or invalid URL', async () => {
    for (const url of ['nonsense', 'ftp://example.com', 'https://me@example.com', 'http://10.0.0.1']) {
      await refused('webhook_url_refused', create({ url }))
    }
  })

  it('does not find objects of other webhooks or publishers', async () => {
    const [one, two] = [await create(), await create()]
    const { id } = await ping(one.webhook.id)
    await refused('delivery_not_found', detail(two.webhook.id, id))
    await refused('delivery_not_found', detail(one.webhook.id, 'x'))
    await refused('webhook_not_found', ping('x'))
    for (const stranger of await world.given.strangersTo(publisherId)) {
      await refused('not_publisher_owner', create({}, stranger))
    }
  })

  it('deletes old deliveries', async () => {
    const { webhook } = await create()
    await ping(webhook.id)
    await world.runJobs()
    world.advance((limits.webhookLogDays + 1) * dayMs)
    await forgetOldWebhookDeliveries.run(world.deps, {}, signal)
    assert.deepEqual((await deliveries(webhook.id)).deliveries, [])
  })
})
