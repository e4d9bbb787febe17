import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  getNodePermissions,
  getPublisher,
  getPublisherPermissions,
  listPublishers,
  validatePublisherId,
} from '@nodeyard/contract/people'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()

describe('validating a publisher id', () => {
  const validate = (username?: string) =>
    registry.world.anonymous.call(validatePublisherId, { query: username === undefined ? {} : { username } })

  it('accepts a free, well-formed id', async () => {
    assert.deepEqual(await validate('free-id-1'), { isAvailable: true })
    assert.deepEqual(await validate('a'.repeat(64)), { isAvailable: true })
  })

  it('refuses a malformed id with an error instead of false', async () => {
    for (const username of [
      'Upper',
      '1digit',
      '-dash',
      'under_score',
      'dot.',
      'näme',
      'a b',
      'a\nb',
      'a\n',
    ]) {
      const problem = await refused('publisher_id_invalid', validate(username))
      assert.equal(problem.field, 'query.username')
    }
  })

  it('refuses an empty or missing id', async () => {
    await refused('publisher_id_invalid', validate(''))
    await refused('publisher_id_invalid', validate())
  })

  it('refuses an id of 65 characters and names the limit', async () => {
    assert.equal((await refused('publisher_id_invalid', validate('a'.repeat(65)))).limit, 64)
    await refused('invalid_request', validate('a'.repeat(10_000)))
  })

  it('refuses an id that is taken, reserved, or of a banned publisher', async () => {
    const { given } = registry.world
    await refused('publisher_id_taken', validate((await given.publisher()).id))
    await refused('publisher_id_taken', validate((await given.publisher({ status: 'banned' })).id))
    await refused('publisher_id_taken', validate('validate'))
    await refused('publisher_id_taken', validate(unclaimedPublisherId))
  })

  it('accepts an id as soon as its publisher is deleted', async () => {
    const { given, deps } = registry.world
    const { id } = await given.publisher()
    await refused('publisher_id_taken', validate(id))
    await deps.db.deleteFrom('publishers').where('id', '=', id).execute()
    assert.deepEqual(await validate(id), { isAvailable: true })
  })
})

describe('listing publishers', () => {
  it('returns every publisher, oldest first, without members and addresses', async () => {
    const { given, anonymous } = registry.world
    const young = await given.publisher({ support_email: 'help@example.test', created_at: '2039-01-02' })
    const old = await given.publisher({ created_at: '2001-01-01' })
    const list = await anonymous.call(listPublishers)
    assert.equal(list.at(0)?.id, old.id)
    assert.equal(list.at(-1)?.id, young.id)
    assert.ok(list.some(({ id, name }) => id === unclaimedPublisherId && name === 'Unclaimed'))
    assert.ok(list.every(({ members }) => members.length === 0))
    assert.doesNotMatch(JSON.stringify(list), /@/)
  })

  it('shows banned publishers only to admins', async () => {
    const { given, anonymous } = registry.world
    const banned = await given.publisher({ status: 'banned' })
    const admin = await given.user({ is_admin: true })
    const has = (list: { id: string }[]) => list.some(({ id }) => id === banned.id)
    assert.equal(has(await anonymous.call(listPublishers)), false)
    assert.equal(has(await registry.world.as(await given.user()).call(listPublishers)), false)
    assert.equal(has(await registry.world.as(admin).call(listPublishers)), true)
    assert.equal(
      has(await anonymous.call(listPublishers)),
      false,
      'the response to an admin is not cached for others',
    )
  })
})

describe('reading a publisher', () => {
  const read = (publisherId: string) => ({ params: { publisherId } })

  it('returns all its fields', async () => {
    const { given, anonymous } = registry.world
    const row = await given.publisher({
      name: '名前',
      description: 'What we do.',
      website: 'https://example.test',
      support_email: 'help@example.test',
      source_code_repo: 'https://example.test/code',
      logo_url: 'https://example.test/logo.png',
    })
    const { members, ...publisher } = await anonymous.call(getPublisher, read(row.id))
    assert.equal(members.length, 1)
    assert.deepEqual(publisher, {
      id: row.id,
      name: '名前',
      description: 'What we do.',
      website: 'https://example.test',
      support: 'help@example.test',
      source_code_repo: 'https://example.test/code',
      logo: 'https://example.test/logo.png',
      createdAt: row.created_at.toISOString(),
      status: 'PublisherStatusActive',
    })
  })

  it('shows strangers only the names and roles of members', async () => {
    const { world } = registry
    const { publisher, owner, member } = await withMember()
    for (const caller of [world.anonymous, world.as(await world.given.user())]) {
      const { members } = await caller.call(getPublisher, read(publisher.id))
      assert.deepEqual(members, [
        { role: 'owner', user: { name: owner.name } },
        { role: 'member', user: { name: member.name } },
      ])
    }
  })

  it('shows ids and emails of members to members and admins', async () => {
    const { world } = registry
    const { publisher, owner, member } = await withMember()
    const admin = await world.given.user({ is_admin: true })
    for (const caller of [owner, member, admin]) {
      const { members } = await world.as(caller).call(getPublisher, read(publisher.id))
      assert.deepEqual(
        members.map(({ role, user }) => ({ role, user })),
        [
          { role: 'owner', user: { id: owner.id, name: owner.name, email: owner.email } },
          { role: 'member', user: { id: member.id, name: member.name, email: member.email } },
        ],
      )
    }
    const { members } = await world.anonymous.call(getPublisher, read(publisher.id))
    assert.ok(members.every(({ id, user }) => id === undefined && user.id === undefined))
  })

  it('treats an owner of another publisher as a stranger', async () => {
    const { world } = registry
    const { publisher } = await withMember()
    const other = await world.given.user()
    await world.given.publisher({ owner: other })
    const { members } = await world.as(other).call(getPublisher, read(publisher.id))
    assert.ok(members.every(({ user }) => user.email === undefined && user.id === undefined))
  })

  it('works while it is banned, and shows the ban', async () => {
    const { given, anonymous } = registry.world
    const { id } = await given.publisher({ status: 'banned' })
    assert.equal((await anonymous.call(getPublisher, read(id))).status, 'PublisherStatusBanned')
  })

  it('refuses an unknown id of any form', async () => {
    for (const id of ['nobody', 'owner/name', 'Ünknown', 'a b', '%'])
      await refused('publisher_not_found', registry.world.anonymous.call(getPublisher, read(id)))
  })

  it('shows the unclaimed publisher without members', async () => {
    const publisher = await registry.world.anonymous.call(getPublisher, read(unclaimedPublisherId))
    assert.deepEqual([publisher.name, publisher.members], ['Unclaimed', []])
  })

  it('treats a bad or expired token as anonymous', async () => {
    const { world } = registry
    const { publisher, owner } = await withMember()
    const expired = await world.tokenOf(owner)
    world.advance(2 * 3_600_000)
    for (const authorization of ['Bearer nonsense', 'Basic abc', 'Bearer', `Bearer ${expired}`]) {
      const { members } = await world.anonymous.call(getPublisher, read(publisher.id), {
        headers: { authorization },
      })
      assert.equal(members[0]?.user.email, undefined)
    }
  })

  it("shows a member's new name immediately", async () => {
    const { world } = registry
    const { publisher, owner } = await withMember()
    await world.anonymous.call(getPublisher, read(publisher.id))
    await world.as({ ...owner, name: 'Renamed' }).call(getPublisher, read(publisher.id))
    const { members } = await world.anonymous.call(getPublisher, read(publisher.id))
    assert.equal(members[0]?.user.name, 'Renamed')
  })

  async function withMember() {
    const { given } = registry.world
    const [owner, member] = [await given.user(), await given.user()]
    const publisher = await given.publisher({ owner })
    await given.member({ publisher_id: publisher.id, user_id: member.id, role: 'member' })
    return { publisher, owner, member }
  }
})

describe('edit permissions', () => {
  type People = Record<'owner' | 'member' | 'stranger' | 'admin' | 'otherOwner' | 'banned', User>
  type User = { id: string; email: string; name: string }
  let people: People
  let publisherId: string
  let nodeId: string

  before(async () => {
    const { given } = registry.world
    people = {
      owner: await given.user(),
      member: await given.user(),
      stranger: await given.user(),
      admin: await given.user({ is_admin: true }),
      otherOwner: await given.user(),
      banned: await given.user({ status: 'banned' }),
    }
    publisherId = (await given.publisher({ owner: people.owner })).id
    await given.member({ publisher_id: publisherId, user_id: people.member.id, role: 'member' })
    await given.member({ publisher_id: publisherId, user_id: people.banned.id, role: 'owner' })
    await given.publisher({ owner: people.otherOwner })
    nodeId = (await given.node({ publisher_id: publisherId })).id
  })

  it('are true for an owner of the publisher only', async () => {
    const { world } = registry
    const input = { params: { publisherId } }
    for (const [name, person] of Object.entries(people)) {
      const { canEdit } = await world.as(person).call(getPublisherPermissions, input)
      assert.equal(canEdit, name === 'owner', name)
    }
    assert.deepEqual(await world.anonymous.call(getPublisherPermissions, input), { canEdit: false })
    const badToken = { headers: { authorization: 'Bearer nonsense' } }
    assert.deepEqual(await world.anonymous.call(getPublisherPermissions, input, badToken), { canEdit: false })
  })

  it("are true for an owner of the node's publisher only", async () => {
    const { world } = registry
    const input = { params: { publisherId, nodeId } }
    for (const [name, person] of Object.entries(people)) {
      const { canEdit } = await world.as(person).call(getNodePermissions, input)
      assert.equal(canEdit, name === 'owner', name)
    }
    assert.deepEqual(await world.anonymous.call(getNodePermissions, input), { canEdit: false })
  })

  it("are false for another publisher's, a deleted or an unknown node", async () => {
    const { world } = registry
    const foreign = await world.given.node()
    const deleted = await world.given.node({ publisher_id: publisherId, status: 'deleted' })
    for (const id of [foreign.id, deleted.id, 'unknown', 'owner/name']) {
      const input = { params: { publisherId, nodeId: id } }
      assert.deepEqual(await world.as(people.owner).call(getNodePermissions, input), { canEdit: false })
    }
  })

  it('cannot be read for an unknown publisher', async () => {
    const { world } = registry
    const params = { publisherId: 'nobody', nodeId }
    for (const caller of [world.anonymous, world.as(people.owner)]) {
      await refused('publisher_not_found', caller.call(getPublisherPermissions, { params }))
      await refused('publisher_not_found', caller.call(getNodePermissions, { params }))
    }
  })

  it('are false for the unclaimed publisher, even for an admin', async () => {
    const input = { params: { publisherId: unclaimedPublisherId } }
    const answer = await registry.world.as(people.admin).call(getPublisherPermissions, input)
    assert.deepEqual(answer, { canEdit: false })
  })
})
