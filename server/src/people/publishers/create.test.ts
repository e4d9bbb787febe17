import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BodyOf, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { createPublisher, getPublisher, listOwnPublishers, listPublishers } from '@nodeyard/contract/people'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
type User = { id: string; email: string; name: string }
type Body = BodyOf<typeof createPublisher>

const create = (user: User, body: Body) => registry.world.as(user).call(createPublisher, { body })

describe('creating a publisher', () => {
  it('makes its creator the owner and is recorded', async () => {
    const { world } = registry
    const user = await world.given.user()
    const publisher = await create(user, { id: 'acme', name: 'Acme' })
    assert.deepEqual(publisher, {
      id: 'acme',
      name: 'Acme',
      description: '',
      website: '',
      support: '',
      source_code_repo: '',
      logo: '',
      createdAt: publisher.createdAt,
      members: [],
      status: 'PublisherStatusActive',
    })
    const { members } = await world.as(user).call(getPublisher, { params: { publisherId: 'acme' } })
    assert.deepEqual(
      members.map(({ role, user: { id } }) => [role, id]),
      [['owner', user.id]],
    )
    const [event] = await world.events('acme')
    assert.deepEqual(
      [event?.action, event?.actor_kind, event?.actor_id, event?.subject_kind],
      ['publisher.create', 'user', user.id, 'publisher'],
    )
  })

  it('stores every field, except those that users cannot set', async () => {
    const fields = {
      id: 'all-fields',
      name: 'All fields',
      description: 'd'.repeat(1000),
      website: 'https://example.test',
      support: 'help@example.test',
      source_code_repo: 'http://example.test/code',
      logo: 'https://example.test/logo.png',
    }
    const others = {
      status: 'PublisherStatusBanned',
      createdAt: '2001-01-01T00:00:00Z',
      members: [{ role: 'owner' }],
      is_admin: true,
    }
    const publisher = await create(await registry.world.given.user(), { ...fields, ...others } as Body)
    const { createdAt, members, status, ...rest } = publisher
    assert.deepEqual(rest, fields)
    assert.deepEqual([members, status], [[], 'PublisherStatusActive'])
    assert.notEqual(createdAt, others.createdAt)
  })

  it('uses the id as default name', async () => {
    const user = await registry.world.given.user()
    assert.equal((await create(user, { id: 'no-name' })).name, 'no-name')
    assert.equal((await create(user, { id: 'blank-name', name: '  ' })).name, 'blank-name')
  })

  it('shows up immediately in the list and the single read', async () => {
    const { world } = registry
    const read = { params: { publisherId: 'at-once' } }
    await refused('publisher_not_found', world.anonymous.call(getPublisher, read))
    await world.anonymous.call(listPublishers)
    await create(await world.given.user(), { id: 'at-once' })
    assert.equal((await world.anonymous.call(getPublisher, read)).id, 'at-once')
    assert.ok((await world.anonymous.call(listPublishers)).some(({ id }) => id === 'at-once'))
  })

  it('refuses a missing, empty or malformed id', async () => {
    const user = await registry.world.given.user()
    for (const id of [
      undefined,
      '',
      'Upper',
      '1digit',
      '-dash',
      'under_score',
      'a b',
      'ä',
      'a\n',
      'a'.repeat(65),
    ]) {
      const problem = await refused('publisher_id_invalid', create(user, id === undefined ? {} : { id }))
      assert.equal(problem.field, 'body.id')
    }
    assert.deepEqual(await registry.world.as(user).call(listOwnPublishers), [])
  })

  it('refuses an id that is taken or reserved', async () => {
    const { given } = registry.world
    const user = await given.user()
    const own = await given.publisher({ owner: user })
    const others = await given.publisher({ status: 'banned' })
    for (const id of [own.id, others.id, 'validate', unclaimedPublisherId])
      await refused('publisher_id_taken', create(user, { id }))
  })

  it('refuses anonymous callers', async () => {
    const { world } = registry
    const input = { body: { id: 'not-signed-in' } }
    await refused('missing_credential', world.anonymous.call(createPublisher, input))
    const as = (authorization: string) =>
      world.anonymous.call(createPublisher, input, { headers: { authorization } })
    await refused('not_bearer', as('Basic abc'))
    await refused('invalid_credential', as('Bearer nonsense'))
  })

  it('refuses a banned user before any other check', async () => {
    const banned = await registry.world.given.user({ status: 'banned' })
    await refused('user_banned', create(banned, { id: 'by-banned' }))
    await refused('user_banned', create(banned, { id: 'NOT AN ID' }))
  })

  it('names the field and limit of a long text', async () => {
    const user = await registry.world.given.user()
    const tooLong = {
      name: 255,
      description: 1000,
      website: 2048,
      support: 255,
      source_code_repo: 2048,
      logo: 2048,
    }
    for (const [field, limit] of Object.entries(tooLong)) {
      const body = { id: 'too-long', [field]: 'a'.repeat(limit + 1) }
      const problem = await refused('invalid_request', create(user, body))
      assert.deepEqual([problem.field, problem.limit], [`body.${field}`, limit])
    }
  })

  it('accepts only web addresses in link fields', async () => {
    const user = await registry.world.given.user()
    for (const field of ['website', 'source_code_repo', 'logo']) {
      for (const address of [
        'javascript:alert(1)',
        'data:text/html,x',
        '//example.test',
        'example.test',
        'http://',
      ]) {
        const problem = await refused('invalid_request', create(user, { id: 'links', [field]: address }))
        assert.equal(problem.field, `body.${field}`)
      }
    }
  })
})

describe('the limit of five publishers', () => {
  it('refuses a sixth publisher and leaves its id free', async () => {
    const user = await registry.world.given.user()
    for (const n of [1, 2, 3, 4, 5]) await create(user, { id: `five-${n}` })
    assert.equal((await refused('too_many_publishers', create(user, { id: 'five-6' }))).limit, 5)
    assert.equal((await create(await registry.world.given.user(), { id: 'five-6' })).id, 'five-6')
  })

  it('counts memberships in publishers of others', async () => {
    const { given } = registry.world
    const user = await given.user()
    for (let n = 0; n < 5; n++)
      await given.member({ publisher_id: (await given.publisher()).id, user_id: user.id, role: 'member' })
    await refused('too_many_publishers', create(user, { id: 'as-member' }))
  })

  it('holds for concurrent requests', async () => {
    const { world } = registry
    const user = await world.given.user()
    const ids = [1, 2, 3, 4, 5, 6].map((n) => `at-once-${n}`)
    const results = await Promise.allSettled(ids.map((id) => create(user, { id })))
    const refusals = results.filter(({ status }) => status === 'rejected')
    assert.equal(refusals.length, 1)
    await refused('too_many_publishers', Promise.reject((refusals[0] as PromiseRejectedResult).reason))
    assert.equal((await world.as(user).call(listOwnPublishers)).length, 5)
  })

  it('allows another after a deletion', async () => {
    const { given, deps } = registry.world
    const user = await given.user()
    for (let n = 0; n < 4; n++) await given.publisher({ owner: user })
    const { id } = await given.publisher({ owner: user })
    await deps.db.deleteFrom('publishers').where('id', '=', id).execute()
    assert.equal((await create(user, { id: 'room-again' })).id, 'room-again')
  })
})

describe('creating a publisher concurrently', () => {
  it('gives a contested id to one of two concurrent requests', async () => {
    const { world } = registry
    const users = [await world.given.user(), await world.given.user()]
    const results = await Promise.allSettled(users.map((user) => create(user, { id: 'wanted' })))
    const refusals = results.filter((result) => result.status === 'rejected')
    assert.equal(refusals.length, 1)
    await refused('publisher_id_taken', Promise.reject(refusals[0]?.reason))
    const members = await world.deps.db
      .selectFrom('publisher_permissions')
      .selectAll()
      .where('publisher_id', '=', 'wanted')
      .execute()
    assert.equal(members.length, 1)
    assert.equal((await world.events('wanted')).length, 1)
  })
})
