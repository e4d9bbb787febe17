import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  getNodePermissions,
  getPublisher,
  getPublisherPermissions,
  listPublishers,
  validatePublisherId,
} from '@nodeyard/contract/publishers'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()

describe('validate', () => {
  const validate = (username?: string) =>
    registry.world.anonymous.call(validatePublisherId, { query: username === undefined ? {} : { username } })

  test('a free, well-formed id is available', async () => {
    assert.deepEqual(await validate('free-id-1'), { isAvailable: true })
    assert.deepEqual(await validate('a'.repeat(64)), { isAvailable: true })
  })

  test('a malformed id is refused with the reason, not answered with false', async () => {
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

  test('an empty or missing id is refused', async () => {
    await refused('publisher_id_invalid', validate(''))
    await refused('publisher_id_invalid', validate())
  })

  test('an id of 65 characters is refused with the limit', async () => {
    assert.equal((await refused('publisher_id_invalid', validate('a'.repeat(65)))).limit, 64)
    await refused('invalid_request', validate('a'.repeat(10_000)))
  })

  test("a taken id is refused, a banned publisher's and the reserved ones too", async () => {
    const { given } = registry.world
    await refused('publisher_id_taken', validate((await given.publisher()).id))
    await refused('publisher_id_taken', validate((await given.publisher({ status: 'banned' })).id))
    await refused('publisher_id_taken', validate('validate'))
    await refused('publisher_id_taken', validate(unclaimedPublisherId))
  })

  test('an id is free again as soon as its publisher is gone', async () => {
    const { given, deps } = registry.world
    const { id } = await given.publisher()
    await refused('publisher_id_taken', validate(id))
    await deps.db.deleteFrom('publishers').where('id', '=', id).execute()
    assert.deepEqual(await validate(id), { isAvailable: true })
  })
})

describe('the list', () => {
  test('names every publisher, oldest first, without members and addresses', async () => {
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

  test('leaves banned publishers out, save for admins', async () => {
    const { given, anonymous } = registry.world
    const banned = await given.publisher({ status: 'banned' })
    const admin = await given.user({ is_admin: true })
    const has = (list: { id: string }[]) => list.some(({ id }) => id === banned.id)
    assert.equal(has(await anonymous.call(listPublishers)), false)
    assert.equal(has(await registry.world.as(await given.user()).call(listPublishers)), false)
    assert.equal(has(await registry.world.as(admin).call(listPublishers)), true)
    assert.equal(has(await anonymous.call(listPublishers)), false, 'what an admin saw is not kept for others')
  })
})

describe('one publisher', () => {
  const read = (publisherId: string) => ({ params: { publisherId } })

  test('is answered with all its fields', async () => {
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

  test('shows a stranger the names and roles of its members, and neither ids nor e-mail addresses', async () => {
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

  test('shows its members and admins who they are', async () => {
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

  test('shows an owner of another publisher nothing more than anybody', async () => {
    const { world } = registry
    const { publisher } = await withMember()
    const other = await world.given.user()
    await world.given.publisher({ owner: other })
    const { members } = await world.as(other).call(getPublisher, read(publisher.id))
    assert.ok(members.every(({ user }) => user.email === undefined && user.id === undefined))
  })

  test('says so when it is banned, and is still answered', async () => {
    const { given, anonymous } = registry.world
    const { id } = await given.publisher({ status: 'banned' })
    assert.equal((await anonymous.call(getPublisher, read(id))).status, 'PublisherStatusBanned')
  })

  test('that nobody knows is not found, whatever its id looks like', async () => {
    for (const id of ['nobody', 'owner/name', 'Ünknown', 'a b', '%'])
      await refused('publisher_not_found', registry.world.anonymous.call(getPublisher, read(id)))
  })

  test('nobody has claimed has no members', async () => {
    const publisher = await registry.world.anonymous.call(getPublisher, read(unclaimedPublisherId))
    assert.deepEqual([publisher.name, publisher.members], ['Unclaimed', []])
  })

  test('is answered with a bad, foreign or expired token as if there were none', async () => {
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

  test('shows the new name of a member at once', async () => {
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

describe('permissions', () => {
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

  test('of a publisher: only an owner may edit; everybody gets an answer', async () => {
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

  test('of a node: only an owner of its publisher may edit; everybody gets an answer', async () => {
    const { world } = registry
    const input = { params: { publisherId, nodeId } }
    for (const [name, person] of Object.entries(people)) {
      const { canEdit } = await world.as(person).call(getNodePermissions, input)
      assert.equal(canEdit, name === 'owner', name)
    }
    assert.deepEqual(await world.anonymous.call(getNodePermissions, input), { canEdit: false })
  })

  test("of another publisher's, a deleted or an unknown node: no", async () => {
    const { world } = registry
    const foreign = await world.given.node()
    const deleted = await world.given.node({ publisher_id: publisherId, status: 'deleted' })
    for (const id of [foreign.id, deleted.id, 'unknown', 'owner/name']) {
      const input = { params: { publisherId, nodeId: id } }
      assert.deepEqual(await world.as(people.owner).call(getNodePermissions, input), { canEdit: false })
    }
  })

  test('of an unknown publisher are not found', async () => {
    const { world } = registry
    const params = { publisherId: 'nobody', nodeId }
    for (const caller of [world.anonymous, world.as(people.owner)]) {
      await refused('publisher_not_found', caller.call(getPublisherPermissions, { params }))
      await refused('publisher_not_found', caller.call(getNodePermissions, { params }))
    }
  })

  test('of the unclaimed publisher: nobody, not even an admin', async () => {
    const input = { params: { publisherId: unclaimedPublisherId } }
    const answer = await registry.world.as(people.admin).call(getPublisherPermissions, input)
    assert.deepEqual(answer, { canEdit: false })
  })
})
