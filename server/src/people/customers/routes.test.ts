import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, beforeEach, describe, it } from 'node:test'
import { defined, type Registry } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/people'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { creditCustomer } from './ledger.ts'

const adminSecret = 'the-secret-of-a-sibling'
const registry = useWorld({}, { ADMIN_SECRET: adminSecret })
const operator = { kind: 'operator', id: 'operator' } as const
type User = { id: string; email: string; name: string }

let user: User
let me: Registry

beforeEach(async () => {
  user = await registry.world.given.user()
  me = registry.world.as(user)
})

const credit = (customerId: string, amountMicros: number, transactionId = registry.world.deps.newId()) =>
  creditCustomer(registry.world.deps, operator, {
    customerId,
    transactionId,
    amountMicros,
    reason: 'A gift.',
  })

const withKey = (key: string) => ({ headers: { 'x-api-key': key } })
const withSecret = (secret = adminSecret) => ({ headers: { 'x-comfy-admin-secret': secret } })

async function newKey() {
  await me.call(contract.createCustomer)
  return (await me.call(contract.createApiKey, { body: { name: 'laptop' } })).api_key
}

/** Sends one call with an ID token. */
async function post(path: string, body?: object) {
  const { world } = registry
  const answer = await world.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${await world.tokenOf(user)}` },
    ...defined({ payload: body }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

describe('becoming a customer', () => {
  it('responds 201 first, then 200 with the same customer', async () => {
    const first = await post('/customers')
    assert.equal(first.status, 201)
    assert.equal(first.body.id, user.id)
    assert.equal(first.body.email, user.email)
    assert.equal(first.body.has_fund, false)
    assert.deepEqual(await post('/customers'), { ...first, status: 200 })
    assert.deepEqual(await me.call(contract.getOwnCustomer), first.body)
    const { events } = await me.call(contract.listOwnEvents, { query: {} })
    assert.deepEqual(
      events.map(({ event_type }) => event_type),
      ['account_created'],
    )
  })

  it('creates one customer for concurrent requests', async () => {
    const answers = await Promise.all([post('/customers'), post('/customers'), post('/customers')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201])
    assert.equal((await registry.world.events(user.id)).length, 1)
  })

  it('copies the name and email of the user', async () => {
    await me.call(contract.createCustomer)
    const renamed = registry.world.as({ ...user, name: 'Renamed', email: 'renamed@example.test' })
    assert.equal((await renamed.call(contract.createCustomer)).name, 'Renamed')
    assert.equal((await renamed.call(contract.getOwnCustomer)).email, 'renamed@example.test')
  })

  it('is required before any other customer route', async () => {
    await refused('customer_not_found', me.call(contract.getOwnCustomer))
    await refused('customer_not_found', me.call(contract.getOwnBalance))
    await refused('customer_not_found', me.call(contract.listOwnEvents))
    await refused('customer_not_found', me.call(contract.listApiKeys))
    await refused('customer_not_found', me.call(contract.createApiKey, { body: { name: 'x' } }))
  })

  it('refuses a banned user', async () => {
    const banned = await registry.world.given.user({ status: 'banned' })
    await refused('user_banned', registry.world.as(banned).call(contract.createCustomer))
  })
})

describe('an API key', () => {
  it('is shown once, and later only by its prefix', async () => {
    const { plaintext_key, ...rest } = await newKey()
    assert.match(plaintext_key, /^comfyui-[0-9a-f]{64}$/)
    assert.equal(rest.key_prefix, plaintext_key.slice(0, 16))
    assert.deepEqual(await me.call(contract.listApiKeys), { api_keys: [rest] })
  })

  it('is stored only as a hash, and not in the audit log', async () => {
    const { db } = registry.world.deps
    const { id, plaintext_key } = await newKey()
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(row.key_hash, createHash('sha256').update(plaintext_key).digest('hex'))
    const everything = JSON.stringify([row, await registry.world.events(id)])
    assert.doesNotMatch(everything, new RegExp(plaintext_key.slice(16)))
  })

  it('authenticates its customer until it is revoked', async () => {
    const { anonymous } = registry.world
    const { id, plaintext_key } = await newKey()
    const byKey = () => anonymous.call(contract.getOwnCustomer, {}, withKey(plaintext_key))
    assert.equal((await byKey()).id, user.id)
    await me.call(contract.deleteApiKey, { params: { apiKeyId: id } })
    await refused('invalid_api_key', byKey())
    assert.deepEqual(await me.call(contract.listApiKeys), { api_keys: [] })
    assert.deepEqual(
      (await registry.world.events(id)).map(({ action }) => action),
      ['api-key.create', 'api-key.delete'],
    )
  })

  it('is refused in any altered form', async () => {
    const { anonymous } = registry.world
    const { plaintext_key } = await newKey()
    const wrong = [
      '',
      ' ',
      'comfyui-',
      plaintext_key.slice(0, -1),
      `${plaintext_key}0`,
      plaintext_key.toUpperCase(),
    ]
    for (const key of wrong)
      await refused('invalid_api_key', anonymous.call(contract.getOwnBalance, {}, withKey(key)))
    // A valid ID token in the same request does not help.
    await refused('invalid_api_key', me.call(contract.getOwnBalance, {}, withKey('comfyui-0')))
  })

  it('opens only customer routes, even for an admin', async () => {
    const { world } = registry
    const admin = await world.given.user({ is_admin: true })
    const asAdmin = world.as(admin)
    await asAdmin.call(contract.createCustomer)
    const { api_key } = await asAdmin.call(contract.createApiKey, { body: { name: 'admin' } })
    const key = withKey(api_key.plaintext_key)
    await refused('missing_credential', world.anonymous.call(contract.listCustomers, {}, key))
    const params = { customerId: admin.id }
    await refused('missing_credential', world.anonymous.call(contract.getCustomer, { params }, key))
    const answer = await world.inject({
      method: 'POST',
      url: '/publishers',
      headers: key.headers,
      payload: { id: 'by-key' },
    })
    assert.equal(answer.statusCode, 401)
  })

  it('cannot be deleted by another customer', async () => {
    const { world } = registry
    const { id, plaintext_key } = await newKey()
    const stranger = world.as(await world.given.user())
    await stranger.call(contract.createCustomer)
    await refused('api_key_not_found', stranger.call(contract.deleteApiKey, { params: { apiKeyId: id } }))
    await world.anonymous.call(contract.getOwnBalance, {}, withKey(plaintext_key))
  })

  it('cannot create keys after its user is banned', async () => {
    const { world } = registry
    const { plaintext_key } = await newKey()
    await world.deps.db.updateTable('users').set({ status: 'banned' }).where('id', '=', user.id).execute()
    const made = world.anonymous.call(contract.createApiKey, { body: { name: 'x' } }, withKey(plaintext_key))
    await refused('user_banned', made)
  })

  it('is limited per customer, also under concurrent requests', async () => {
    await me.call(contract.createCustomer)
    const asked = Array.from({ length: limits.apiKeysPerCustomer + 5 }, (_, n) =>
      me.call(contract.createApiKey, { body: { name: `key ${n}` } }),
    )
    const made = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')
    assert.equal(made.length, limits.apiKeysPerCustomer)
    const problem = await refused(
      'too_many_api_keys',
      me.call(contract.createApiKey, { body: { name: 'x' } }),
    )
    assert.equal(problem.limit, limits.apiKeysPerCustomer)
  })

  it('needs a name', async () => {
    await me.call(contract.createCustomer)
    assert.equal((await post('/customers/api-keys', {})).body.field, 'body.name')
    assert.equal((await post('/customers/api-keys', { name: '' })).body.field, 'body.name')
  })
})

describe('events', () => {
  it('are paged, newest first, and filtered by type and time', async () => {
    const { world } = registry
    await me.call(contract.createCustomer)
    world.advance(60_000)
    const start = world.now().toISOString()
    for (const amount of [1_000_000, 2_500_000, 3_000_000]) {
      world.advance(1000)
      await credit(user.id, amount)
    }
    const page = await me.call(contract.listOwnEvents, { query: { limit: 2 } })
    assert.deepEqual(
      page.events.map(({ params }) => params['amount']),
      [300, 250],
    )
    assert.deepEqual([page.total, page.page, page.limit, page.totalPages], [4, 1, 2, 2])
    const of = async (query: object) =>
      (await me.call(contract.listOwnEvents, { query })).events.map(({ event_type }) => event_type)
    assert.deepEqual(await of({ filter: 'account_created' }), ['account_created'])
    assert.deepEqual(await of({ start_date: start }), ['credit_added', 'credit_added', 'credit_added'])
    assert.deepEqual(await of({ end_date: start }), ['account_created'])
    assert.deepEqual(await of({ filter: 'nothing' }), [])
    await refused('invalid_request', me.call(contract.listOwnEvents, { query: { start_date: 'yesterday' } }))
  })
})

describe('customer routes for admins', () => {
  let admin: Registry
  before(async () => {
    admin = registry.world.as(await registry.world.given.user({ is_admin: true }))
  })

  it('find customers by email in any case and by part of the name', async () => {
    await me.call(contract.createCustomer)
    const ids = async (query: object) =>
      (await admin.call(contract.listCustomers, { query })).customers.map(({ id }) => id)
    assert.deepEqual(await ids({ email: user.email.toUpperCase() }), [user.id])
    assert.ok((await ids({ name: user.name.slice(2).toUpperCase(), limit: 100 })).includes(user.id))
    assert.deepEqual(await ids({ name: '%' }), [])
    assert.deepEqual(await ids({ stripe_id: 'cus_none' }), [])
  })

  it('show one customer with balance and events', async () => {
    await me.call(contract.createCustomer)
    await credit(user.id, 5_000_000)
    const params = { customerId: user.id }
    const { customer } = await admin.call(contract.getCustomer, { params })
    assert.deepEqual([customer.id, customer.has_fund], [user.id, true])
    assert.equal((await admin.call(contract.getBalance, { params })).amount_micros, 5_000_000)
    assert.equal((await admin.call(contract.listEvents, { params })).total, 2)
    await refused(
      'customer_not_found',
      admin.call(contract.getCustomer, { params: { customerId: 'nobody' } }),
    )
  })

  it('refuse other users', async () => {
    const params = { customerId: user.id }
    await refused('not_admin', me.call(contract.listCustomers))
    for (const route of [contract.getCustomer, contract.getBalance, contract.listEvents])
      await refused('not_admin', me.call(route, { params }))
  })

  it('require the secret to record usage', async () => {
    const { world } = registry
    await me.call(contract.createCustomer)
    await credit(user.id, 100)
    const input = {
      params: { customerId: user.id },
      body: { transaction_id: world.deps.newId(), params: { amount_micros: 60, api_name: 'upscale' } },
    }
    await refused('invalid_credential', admin.call(contract.recordUsage, input))
    await refused('invalid_credential', admin.call(contract.recordUsage, input, withSecret('another secret')))
    await refused('not_admin', me.call(contract.recordUsage, input, withSecret()))
    await admin.call(contract.recordUsage, input, withSecret())
    await admin.call(contract.recordUsage, input, withSecret())
    assert.equal((await me.call(contract.getOwnBalance)).amount_micros, 40)
    const usage = await me.call(contract.listOwnEvents, { query: { filter: 'api_usage_completed' } })
    assert.deepEqual(
      usage.events.map(({ params }) => params),
      [{ amount_micros: 60, api_name: 'upscale' }],
    )
  })

  it('refuse usage beyond the balance, or with another amount', async () => {
    const { world } = registry
    await me.call(contract.createCustomer)
    await credit(user.id, 100)
    const usage = (transaction_id: string, amount_micros: number) =>
      admin.call(
        contract.recordUsage,
        { params: { customerId: user.id }, body: { transaction_id, params: { amount_micros } } },
        withSecret(),
      )
    const [first, second] = [world.deps.newId(), world.deps.newId()]
    await usage(first, 60)
    await refused('insufficient_balance', usage(second, 41))
    await refused('charge_differs', usage(first, 59))
    await usage(second, 40)
    assert.equal((await me.call(contract.getOwnBalance)).amount_micros, 0)
    assert.equal((await me.call(contract.getOwnCustomer)).has_fund, false)
  })
})

describe('a sibling service', () => {
  it('looks up the user of an API key', async () => {
    const { plaintext_key } = await newKey()
    const { anonymous } = registry.world
    const body = { api_key: plaintext_key }
    assert.deepEqual(await anonymous.call(contract.verifyApiKey, { body }, withSecret()), {
      valid: true,
      firebase_uid: user.id,
      email: user.email,
      name: user.name,
      is_admin: false,
    })
    await refused(
      'api_key_not_found',
      anonymous.call(contract.verifyApiKey, { body: { api_key: 'comfyui-0' } }, withSecret()),
    )
  })

  it('is refused without the secret, and with a wrong one', async () => {
    const { anonymous } = registry.world
    const input = { body: { api_key: 'comfyui-0' } }
    await refused('missing_credential', anonymous.call(contract.verifyApiKey, input))
    for (const secret of ['x', adminSecret.slice(1), `${adminSecret}x`, adminSecret.toUpperCase()])
      await refused('invalid_credential', anonymous.call(contract.verifyApiKey, input, withSecret(secret)))
  })
})

describe('routes that need a provider', () => {
  it('respond 501 to permitted callers, and 401 or 403 to others', async () => {
    const { world } = registry
    const admin = world.as(await world.given.user({ is_admin: true }))
    const paid = { id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: {} } } as const
    const amount = { body: { amount_micros: 5_000_000, currency: 'usd' } }
    await refused('not_configured', me.call(contract.buyCredit, amount))
    await refused('not_configured', me.call(contract.getSubscriptionStatus))
    await refused('not_configured', admin.call(contract.listCoupons))
    await refused('not_admin', me.call(contract.listCoupons))
    await refused('missing_credential', world.anonymous.call(contract.buyCredit, amount))
    await refused('not_configured', world.anonymous.call(contract.receiveInvoiceStatus, { body: paid }))
  })
})
