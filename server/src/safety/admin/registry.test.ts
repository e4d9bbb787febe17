import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type Registry, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { banNode, getNode } from '@nodeyard/contract/packs'
import {
  banPublisher,
  banUser,
  createToken,
  getCurrentUser,
  listPublisherEvents,
  unbanPublisher,
} from '@nodeyard/contract/people'
import {
  contactPublisher,
  copyCompatibility,
  generateAdminToken,
  getNodeEffects,
  getPublisherEffects,
  getUser,
  grantAdmin,
  listCompatibility,
  listNodesForAdmins,
  listPublishersForAdmins,
  listUsers,
  readProjectPublisher,
  revokeAdmin,
  updateNodeAsAdmin,
} from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { allSentTo } from '../../../test/outbox.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld({}, { ADMIN_EMAILS: 'root@example.test' })
let admin: Registry
beforeEach(async () => {
  admin ??= await asAdmin(registry.world)
})

describe('the admin role', () => {
  it('is granted and revoked immediately, and both are recorded', async () => {
    const { world } = registry
    const user = await world.given.user()
    const isAdmin = async () => (await world.as(user).call(getCurrentUser)).isAdmin
    assert.equal(await isAdmin(), false)
    await admin.call(grantAdmin, { params: { userId: user.id } })
    await admin.call(grantAdmin, { params: { userId: user.id } })
    assert.equal(await isAdmin(), true)
    await admin.call(revokeAdmin, { params: { userId: user.id } })
    assert.equal(await isAdmin(), false)
    await refused('admin_sign_in_required', world.as(user).call(generateAdminToken))
    const acts = (await world.events(user.id)).map(({ action }) => action)
    assert.deepEqual(acts, ['user.grant-admin', 'user.grant-admin', 'user.revoke-admin'])
  })

  it('requires a verified email', async () => {
    const user = await registry.world.given.user({ email_verified: false })
    await refused('email_not_verified', admin.call(grantAdmin, { params: { userId: user.id } }))
    await refused('user_not_found', admin.call(grantAdmin, { params: { userId: 'nobody' } }))
  })

  it('cannot be revoked from configured admins', async () => {
    const { world } = registry
    const root = await world.given.user({ email: 'Root@example.test' })
    await refused('admin_by_configuration', admin.call(revokeAdmin, { params: { userId: root.id } }))
    const { users } = await admin.call(listUsers, { query: { show: 'admins', search: 'root@' } })
    assert.deepEqual(
      users.map(({ id, isAdmin, isAdminByConfiguration }) => [id, isAdmin, isAdminByConfiguration]),
      [[root.id, true, true]],
    )
    await world.deps.db.deleteFrom('users').where('id', '=', root.id).execute()
  })

  it('cannot be taken from the last active admin', async () => {
    const { world } = registry
    const others = await world.deps.db
      .updateTable('users')
      .set({ is_admin: false })
      .where('is_admin', '=', true)
      .returning('id')
      .execute()
    const last = await world.given.user({ is_admin: true })
    const { token } = await world.as(last).call(generateAdminToken)
    const asLast = world.anonymous
    const headers = { authorization: `Bearer ${token}` }
    const publisher = await world.given.publisher({ owner: last })
    const params = { userId: last.id, publisherId: publisher.id }
    await refused('last_admin', asLast.call(revokeAdmin, { params }, { headers }))
    await refused('last_admin', asLast.call(banUser, { params }, { headers }))
    await refused('last_admin', asLast.call(banPublisher, { params }, { headers }))
    assert.equal((await world.as(last).call(getCurrentUser)).isBanned, false)
    const ids = others.map(({ id }) => id)
    await world.deps.db.updateTable('users').set({ is_admin: true }).where('id', 'in', ids).execute()
  })
})

describe('listing users', () => {
  it('searches name, email and id, ignoring case and escaping patterns', async () => {
    const { given } = registry.world
    const user = await given.user({ id: 'u-Zoë', name: 'Zoë 50%_x', email: 'zoe@Example.test' })
    for (const search of ['ZOË 50%_', 'ZOE@example', 'u-zoë']) {
      const { users, total } = await admin.call(listUsers, { query: { search } })
      assert.deepEqual([users.map(({ id }) => id), total], [[user.id], 1], search)
    }
    assert.equal((await admin.call(listUsers, { query: { search: '%_%_%' } })).total, 0)
  })

  it('filters banned and unverified users, pages, and counts each kind', async () => {
    const { given } = registry.world
    await given.user({ name: 'Paged', status: 'banned' })
    await given.user({ name: 'Paged', email_verified: false })
    await given.user({ name: 'Paged' })
    const first = await admin.call(listUsers, { query: { search: 'paged', limit: 2 } })
    assert.deepEqual([first.users.length, first.total, first.totalPages], [2, 3, 2])
    assert.deepEqual(first.counts, { all: 3, admins: 0, banned: 1, unverified: 1 })
    const banned = await admin.call(listUsers, { query: { search: 'paged', show: 'banned' } })
    assert.deepEqual([banned.users.map(({ isBanned }) => isBanned), banned.total], [[true], 1])
  })

  it('shows one user with publishers, tokens and events', async () => {
    const { world } = registry
    const user = await world.given.user({ name: 'Detailed' })
    const publisher = await world.given.publisher({ owner: user })
    await world.given.node({ publisher_id: publisher.id })
    await world.as(user).call(createToken, { params: { publisherId: publisher.id }, body: { name: 'CI' } })
    const detail = await admin.call(getUser, { params: { userId: user.id } })
    assert.deepEqual(
      detail.publishers.map(({ id, role, nodes }) => [id, role, nodes]),
      [[publisher.id, 'owner', 1]],
    )
    assert.deepEqual(
      detail.tokens.map(({ publisherId, name }) => [publisherId, name]),
      [[publisher.id, 'CI']],
    )
    assert.equal(detail.acts[0]?.action, 'token.create')
    await refused('user_not_found', admin.call(getUser, { params: { userId: 'nobody' } }))
  })
})

describe('listing nodes', () => {
  it('filters by text, status, publisher and admin fields', async () => {
    const { given } = registry.world
    const { id: publisherId } = await given.publisher()
    await given.node({
      id: 'Listed-A',
      name: 'Ärger',
      publisher_id: publisherId,
      downloads: 5,
      search_ranking: 2,
    })
    await given.node({
      id: 'listed-b',
      publisher_id: publisherId,
      downloads: 9,
      preempted_comfy_node_names: ['X'],
    })
    await given.node({ id: 'listed-c', publisher_id: publisherId, status: 'deleted', tags_admin: ['unsafe'] })
    await given.node({ id: 'listed-d', publisher_id: unclaimedPublisherId, status: 'banned' })
    const list = async (query: object) => {
      const { nodes, total, counts } = await admin.call(listNodesForAdmins, { query })
      return { ids: nodes.map(({ id }) => id), total, counts }
    }
    const all = await list({ search: 'LISTED-' })
    assert.deepEqual(all.ids, ['Listed-A', 'listed-b', 'listed-c', 'listed-d'].sort())
    assert.deepEqual(all.counts, { active: 2, banned: 1, deleted: 1 })
    assert.deepEqual((await list({ search: 'ärger' })).ids, ['Listed-A'])
    const banned = await list({ search: 'listed-', status: 'NodeStatusBanned' })
    assert.deepEqual([banned.ids, banned.total, banned.counts], [['listed-d'], 1, all.counts])
    assert.deepEqual((await list({ publisherId, sort: 'downloads' })).ids, [
      'listed-b',
      'Listed-A',
      'listed-c',
    ])
    assert.deepEqual((await list({ search: 'listed-', publisherId: unclaimedPublisherId })).ids, ['listed-d'])
    assert.deepEqual((await list({ search: 'listed-', has: 'ranking' })).ids, ['Listed-A'])
    assert.deepEqual((await list({ search: 'listed-', has: 'preempted-names' })).ids, ['listed-b'])
    assert.deepEqual((await list({ search: 'listed-', has: 'admin-tags' })).ids, ['listed-c'])
  })
})

describe('the effects of a ban', () => {
  it('count versions, installs, tokens and members of a node', async () => {
    const { given } = registry.world
    const node = await given.node({ downloads: 7 })
    const { publisher_id: publisherId } = node
    await given.version({ node_id: node.id, version: '1.0.0' })
    await given.version({ node_id: node.id, version: '2.0.0', status: 'banned' })
    await given.token({ publisher_id: publisherId })
    await given.token({ publisher_id: publisherId, node_ids: [node.id.toUpperCase()] })
    await given.token({ publisher_id: publisherId, node_ids: ['another'] })
    await given.token({ publisher_id: publisherId, expires_at: new Date(0) })
    const { versions, installs, tokens, members } = await admin.call(getNodeEffects, {
      params: { nodeId: node.id },
    })
    assert.deepEqual(
      { versions, installs, tokens, members },
      { versions: 1, installs: 7, tokens: 2, members: 1 },
    )
    await refused('node_not_found', admin.call(getNodeEffects, { params: { nodeId: 'nothing' } }))
  })

  it('count what a publisher ban affects, and what stays banned afterwards', async () => {
    const { given } = registry.world
    const owner = await given.user()
    const { id: publisherId } = await given.publisher({ owner })
    await given.publisher({ owner })
    const banned = await given.node({ publisher_id: publisherId })
    const other = await given.node({ publisher_id: publisherId, downloads: 3 })
    await given.version({ node_id: other.id })
    await admin.call(banNode, { params: { publisherId, nodeId: banned.id } })
    const effects = (act: 'ban' | 'unban') =>
      admin.call(getPublisherEffects, { params: { publisherId }, query: { act } })
    const before = await effects('ban')
    assert.deepEqual(
      [before.nodes, before.versions, before.installs, before.members, before.admins, before.otherPublishers],
      [1, 1, 3, 1, 0, 1],
    )
    await admin.call(banPublisher, { params: { publisherId }, body: { reason: 'Spam.' } })
    const after = await effects('unban')
    assert.deepEqual([after.nodes, after.members, after.staying], [1, 1, { nodes: 1, members: 0 }])
  })
})

describe('the reason of a ban', () => {
  it('is shown to callers until the ban is lifted', async () => {
    const { world } = registry
    const { id: nodeId, publisher_id: publisherId } = await world.given.node()
    const params = { nodeId, publisherId }
    await admin.call(banPublisher, { params, body: { reason: 'Mines coins.' } })
    const { message } = await refused('node_banned', world.anonymous.call(getNode, { params }))
    assert.equal(message, 'Mines coins.')
    await admin.call(unbanPublisher, { params })
    assert.equal((await world.anonymous.call(getNode, { params })).status_detail, undefined)
    const ban = { status: 'NodeStatusBanned' as const, status_detail: 'Only this one.' }
    await admin.call(updateNodeAsAdmin, { params, body: ban })
    assert.equal(
      (await refused('node_banned', world.anonymous.call(getNode, { params }))).message,
      'Only this one.',
    )
    const back = await admin.call(updateNodeAsAdmin, { params, body: { status: 'NodeStatusActive' } })
    assert.equal(back.status_detail, undefined)
  })
})

describe('listing publishers for admins', () => {
  it('searches id, name and member emails, and shows members', async () => {
    const { given } = registry.world
    const owner = await given.user({ email: 'boss@listed.test' })
    const { id } = await given.publisher({ id: 'listed-pub', name: 'Größe', owner })
    await given.node({ publisher_id: id })
    await given.node({ publisher_id: id, status: 'deleted' })
    for (const search of ['LISTED-PUB', 'grösse'.replace('ss', 'ß'), 'boss@LISTED']) {
      const { publishers, counts } = await admin.call(listPublishersForAdmins, { query: { search } })
      assert.deepEqual(
        publishers.map((one) => [one.id, one.members[0]?.user.email, one.nodes]),
        [[id, 'boss@listed.test', 1]],
        search,
      )
      assert.deepEqual(counts, { active: 1, banned: 0 })
    }
    const banned = { search: 'listed-pub', status: 'PublisherStatusBanned' as const }
    assert.equal((await admin.call(listPublishersForAdmins, { query: banned })).total, 0)
  })
})

describe('contacting a publisher', () => {
  it('mails each owner separately and records the mail without its text', async () => {
    const { world } = registry
    const [one, two] = [await world.given.user(), await world.given.user()]
    const { id: publisherId } = await world.given.publisher({ owner: one })
    await world.given.member({ publisher_id: publisherId, user_id: two.id, role: 'owner' })
    const body = { subject: 'Your licence', message: 'Please name one.' }
    assert.deepEqual(await admin.call(contactPublisher, { params: { publisherId }, body }), { sent: 2 })
    for (const { email } of [one, two]) {
      const [mail] = await allSentTo(world, email)
      assert.match(mail?.subject ?? '', /Your licence$/)
      assert.match(mail?.text ?? '', /^Please name one\.\n/)
    }
    const { events } = await world.as(one).call(listPublisherEvents, { params: { publisherId } })
    assert.deepEqual(events[0]?.after, { subject: 'Your licence', mails: 2 })
    const twoLines = { ...body, subject: 'One\nBcc: all@example.test' }
    await refused(
      'invalid_request',
      admin.call(contactPublisher, { params: { publisherId }, body: twoLines }),
    )
  })
})

describe('the publisher in a project file', () => {
  it('is read from the main branch, even of a renamed repository', async () => {
    const { given, codeHost } = registry.world
    const files = { 'pyproject.toml': '[tool.comfy]\nPublisherId = "lost-and-found"\n' }
    const repository = codeHost.addRepository({ owner: 'somebody', name: 'old-name', files })
    const { id: nodeId } = await given.node({ repository_url: 'https://github.com/somebody/old-name' })
    codeHost.rename(repository.id, { name: 'new-name' })
    assert.deepEqual(await admin.call(readProjectPublisher, { params: { nodeId } }), {
      publisherId: 'lost-and-found',
      repository: 'somebody/new-name',
    })
  })

  it('has a separate error for each reason why it is missing', async () => {
    const { given, codeHost } = registry.world
    const nodeAt = async (name: string, files?: Record<string, string>) => {
      if (files) codeHost.addRepository({ owner: 'somebody', name, files })
      const { id } = await given.node({ repository_url: `https://github.com/somebody/${name}` })
      return { params: { nodeId: id } }
    }
    const silent = await nodeAt('silent', { 'pyproject.toml': '[project]\nname = "x"\n' })
    assert.equal((await admin.call(readProjectPublisher, silent)).publisherId, undefined)
    await refused('project_file_not_found', admin.call(readProjectPublisher, await nodeAt('bare', {})))
    const broken = await nodeAt('broken', { 'pyproject.toml': '[tool' })
    await refused('project_file_unreadable', admin.call(readProjectPublisher, broken))
    await refused('repository_unusable', admin.call(readProjectPublisher, await nodeAt('gone')))
    codeHost.weather = 'down'
    await refused('code_host_unavailable', admin.call(readProjectPublisher, silent))
    codeHost.weather = 'fine'
  })
})

describe("a node's compatibility", () => {
  it('is found when it differs from the latest version, and can be corrected', async () => {
    const { world } = registry
    const { id: nodeId } = await world.given.node()
    await world.given.version({ node_id: nodeId, version: '1.0.0', supported_os: ['Linux'] })
    await world.given.version({ node_id: nodeId, version: '2.0.0', supported_os: ['Linux', 'Windows'] })
    const list = async (query: object) => {
      const { versions } = await admin.call(listCompatibility, { query: { nodeId, ...query } })
      return versions.map((one) => [one.version, one.isLatest, one.isOutdated, one.latest_version])
    }
    assert.deepEqual(await list({ version: '1.0.0' }), [['1.0.0', false, false, '2.0.0']])
    assert.deepEqual(await list({ outdated: true }), [])
    const swapped = { supported_os: ['Windows', 'Linux'] }
    await admin.call(updateNodeAsAdmin, { params: { nodeId }, body: swapped })
    assert.deepEqual(await list({ outdated: true }), [['2.0.0', true, true, '2.0.0']])
    const node = await admin.call(copyCompatibility, { params: { nodeId } })
    assert.deepEqual(node.supported_os, ['Linux', 'Windows'])
    assert.deepEqual(await list({ outdated: true }), [])
    const { id: empty } = await world.given.node()
    await refused('version_not_found', admin.call(copyCompatibility, { params: { nodeId: empty } }))
  })
})
