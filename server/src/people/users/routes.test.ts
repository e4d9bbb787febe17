import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCurrentUser, listOwnPublishers } from '@nodeyard/contract/people'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()

describe('the signed-in user', () => {
  it('has the fields that the site needs', async () => {
    const { world } = registry
    const user = await world.given.user({ email: 'ada@example.test', name: 'Ada' })
    assert.deepEqual(await world.as(user).call(getCurrentUser), {
      id: user.id,
      email: 'ada@example.test',
      name: 'Ada',
      isApproved: false,
      isAdmin: false,
      isBanned: false,
    })
    const admin = await world.given.user({ is_admin: true, is_approved: true })
    const { isAdmin, isApproved } = await world.as(admin).call(getCurrentUser)
    assert.deepEqual([isAdmin, isApproved], [true, true])
  })

  it('is created once, by the first request', async () => {
    const { world } = registry
    const newcomer = { id: 'newcomer', email: 'new@example.test', name: 'New' }
    await Promise.all([1, 2, 3].map(() => world.as(newcomer).call(getCurrentUser)))
    const rows = await world.deps.db.selectFrom('users').select('id').where('id', '=', 'newcomer').execute()
    assert.equal(rows.length, 1)
  })

  it('takes the name and email of the latest sign-in', async () => {
    const { world } = registry
    const user = await world.given.user()
    const changed = await world.as({ ...user, name: '新', email: 'n@example.test' }).call(getCurrentUser)
    assert.deepEqual([changed.name, changed.email], ['新', 'n@example.test'])
  })

  it('loses admin rights as soon as the role is revoked', async () => {
    const { world } = registry
    const admin = await world.given.user({ is_admin: true })
    await world.deps.db.updateTable('users').set({ is_admin: false }).where('id', '=', admin.id).execute()
    assert.equal((await world.as(admin).call(getCurrentUser)).isAdmin, false)
  })

  it('can read while banned', async () => {
    const { world } = registry
    const banned = await world.given.user({ status: 'banned' })
    assert.equal((await world.as(banned).call(getCurrentUser)).id, banned.id)
    assert.deepEqual(await world.as(banned).call(listOwnPublishers), [])
  })

  it('refuses a missing, malformed, forged or expired credential', async () => {
    const { world } = registry
    const user = await world.given.user()
    const token = await world.tokenOf(user)
    const call = (authorization: string) =>
      world.anonymous.call(getCurrentUser, {}, { headers: { authorization } })
    await refused('missing_credential', world.anonymous.call(getCurrentUser))
    await refused('not_bearer', call(token))
    await refused('not_bearer', call('Bearer '))
    await refused('invalid_credential', call(`Bearer ${token.slice(0, -3)}AAA`))
    await refused('invalid_credential', call(`Bearer ${withoutSignature(token)}`))
    world.advance(2 * 3_600_000)
    await refused('invalid_credential', call(`Bearer ${token}`))
  })

  /** Forges a token whose header claims that it needs no signature. */
  function withoutSignature(token: string): string {
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    return `${header}.${token.split('.')[1]}.`
  }
})

describe("the user's own publishers", () => {
  it('include any role, oldest first, without members', async () => {
    const { world } = registry
    const user = await world.given.user()
    const young = await world.given.publisher({ owner: user, created_at: '2030-01-01' })
    const old = await world.given.publisher({ created_at: '2001-01-01', status: 'banned' })
    await world.given.member({ publisher_id: old.id, user_id: user.id, role: 'member' })
    await world.given.publisher()
    const own = await world.as(user).call(listOwnPublishers)
    assert.deepEqual(
      own.map(({ id, members, status }) => [id, members, status]),
      [
        [old.id, [], 'PublisherStatusBanned'],
        [young.id, [], 'PublisherStatusActive'],
      ],
    )
  })

  it('count the packs that have no other owner', async () => {
    const { given } = registry.world
    const [user, other] = [await given.user(), await given.user()]
    const publishers = [
      await given.publisher({ owner: user, created_at: '2001-01-01' }),
      await given.publisher({ owner: user, created_at: '2002-01-01' }),
      await given.publisher({ owner: other, created_at: '2003-01-01' }),
    ]
    for (const [index, { id }] of publishers.entries()) {
      await given.node({ publisher_id: id })
      await given.node({ publisher_id: id, status: 'deleted' })
      if (index === 1) await given.member({ publisher_id: id, user_id: other.id, role: 'owner' })
      if (index === 2) await given.member({ publisher_id: id, user_id: user.id, role: 'member' })
    }
    const own = await registry.world.as(user).call(listOwnPublishers)
    assert.deepEqual(
      own.map(({ sole_owner_of: count }) => count),
      [1, undefined, undefined],
    )
  })

  it('are served with and without a trailing slash, to that user only', async () => {
    const { world } = registry
    const user = await world.given.user()
    await world.given.publisher({ owner: user })
    const headers = { authorization: `Bearer ${await world.tokenOf(user)}` }
    for (const path of ['/users/publishers/', '/users/publishers', '/users/publishers/?page=1']) {
      const answer = await world.fetch(`http://registry.test${path}`, { headers })
      assert.equal(answer.status, 200, path)
      assert.equal(((await answer.json()) as unknown[]).length, 1)
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
    }
    await refused('missing_credential', world.anonymous.call(listOwnPublishers))
  })
})
