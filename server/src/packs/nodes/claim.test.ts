import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type ErrorCode, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { claimNode, getNode } from '@nodeyard/contract/packs'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { openCodeHost } from '../../compose.ts'
import { readConfig } from '../../config.ts'
import { codeHostAt } from '../../people/code-host/client.ts'
import { FakeCodeHost, type Weather } from '../../people/code-host/fake-code-host.ts'
import { toActor } from '../../people/identity/users.ts'
import { claimNode as claimNodeFor } from './claim.ts'
import { followRepository } from './follow-repository.ts'

const registry = useWorld()

beforeEach(() => {
  Object.assign(registry.world.codeHost, {
    weather: 'fine',
    remaining: Number.POSITIVE_INFINITY,
    tellsPermissions: true,
  })
})

async function givenUnclaimed(
  address = 'https://github.com/%s',
  name = `acme/${registry.world.deps.newId()}`,
) {
  const { given, codeHost } = registry.world
  const [owner = '', repositoryName = ''] = name.split('/')
  const repository = codeHost.addRepository({ owner, name: repositoryName, stars: 7 })
  const node = await given.node({
    publisher_id: unclaimedPublisherId,
    repository_url: address.replace('%s', name),
    repository_key: `github.com/${name}`,
  })
  return { node, repository }
}

async function givenClaimer() {
  const { given } = registry.world
  const user = await given.user()
  const { id: publisherId } = await given.publisher({ owner: user })
  const claim = (nodeId: string, token: string) =>
    registry.world.as(user).call(claimNode, { params: { publisherId, nodeId }, body: { GH_TOKEN: token } })
  return { user, publisherId, claim }
}

const publisherOf = async (nodeId: string) =>
  (await registry.world.anonymous.call(getNode, { params: { nodeId } })).publisher.id

describe('claiming a node', () => {
  it('gives the node to the publisher of a repository administrator, in every spelling of the address', async () => {
    const { codeHost, events } = registry.world
    for (const form of [
      'https://github.com/%s',
      'https://github.com/%s.git',
      'git@github.com:%s.git',
      'https://www.github.com/%s/tree/main?x=1',
    ]) {
      const { node } = await givenUnclaimed(form)
      const { claim, publisherId } = await givenClaimer()
      await claim(node.id, codeHost.tokenFor('acme'))
      assert.equal(await publisherOf(node.id), publisherId, form)
      const logged = (await events.call(registry.world, node.id)).filter(
        ({ action }) => action === 'node.claim',
      )
      assert.deepEqual(
        new Set(logged.map(({ publisher_id }) => publisher_id)),
        new Set([unclaimedPublisherId, publisherId]),
      )
    }
  })

  it('requests the permission separately when the host omits it from the repository', async () => {
    const { codeHost } = registry.world
    codeHost.tellsPermissions = false
    const { node, repository } = await givenUnclaimed()
    repository.permissions['ann'] = 'admin'
    repository.permissions['bob'] = 'write'
    const { claim, publisherId } = await givenClaimer()
    await refused('not_repository_admin', claim(node.id, codeHost.tokenFor('bob')))
    await claim(node.id, codeHost.tokenFor('ann'))
    assert.equal(await publisherOf(node.id), publisherId)
  })

  it('stores no trace of the token', async () => {
    const { codeHost, deps } = registry.world
    const { node } = await givenUnclaimed()
    const { claim } = await givenClaimer()
    const token = codeHost.tokenFor('acme')
    await claim(node.id, token)
    const { rows } = await deps.database.raw.query('select * from audit_events')
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(token))
  })

  it('explains each refusal', async () => {
    const { codeHost, given } = registry.world
    const { node, repository } = await givenUnclaimed()
    const { claim } = await givenClaimer()
    const good = codeHost.tokenFor('acme')
    const refusedToken = codeHost.tokenFor('acme')
    codeHost.revoke(refusedToken)
    await refused('code_host_token_refused', claim(node.id, refusedToken))
    await refused('not_repository_admin', claim(node.id, codeHost.tokenFor('stranger')))
    await refused('node_not_found', claim('nobody', good))
    await refused('node_not_unclaimed', claim((await given.node()).id, good))
    const elsewhere = await given.node({
      publisher_id: unclaimedPublisherId,
      repository_url: 'https://example.test/a/b',
    })
    await refused('repository_unusable', claim(elsewhere.id, good))
    repository.isPrivate = true
    await refused('not_repository_admin', claim(node.id, codeHost.tokenFor('stranger')))
    codeHost.deleteRepository(repository.id)
    await refused('not_repository_admin', claim(node.id, good))
    assert.equal(await publisherOf(node.id), unclaimedPublisherId)
  })

  const badDays: [Weather, ErrorCode][] = [
    ['down', 'code_host_unavailable'],
    ['unreachable', 'code_host_unavailable'],
    ['broken', 'code_host_unavailable'],
    ['huge', 'code_host_unavailable'],
    ['rate-limited', 'code_host_rate_limited'],
  ]
  for (const [weather, code] of badDays) {
    it(`reports that the code host is ${weather} and allows a retry`, async () => {
      const { codeHost } = registry.world
      const { node } = await givenUnclaimed()
      const { claim, publisherId } = await givenClaimer()
      codeHost.weather = weather
      await refused(code, claim(node.id, codeHost.tokenFor('acme')))
      codeHost.weather = 'fine'
      await claim(node.id, codeHost.tokenFor('acme'))
      assert.equal(await publisherOf(node.id), publisherId)
    })
  }

  it('times out when the code host accepts the request and never responds', async () => {
    const { deps, codeHost } = registry.world
    const { node } = await givenUnclaimed()
    const { user, publisherId } = await givenClaimer()
    codeHost.weather = 'silent'
    const impatient = codeHostAt({ ...deps.config.codeHost, timeoutMs: 20 }, codeHost.fetch)
    const claimed = claimNodeFor({ ...deps, codeHost: impatient }, toActor(user), {
      publisherId,
      nodeId: node.id,
      token: 'gho_any',
    })
    await assert.rejects(claimed, { code: 'code_host_unavailable', retryAfterSeconds: 30 })
    assert.equal(await publisherOf(node.id), unclaimedPublisherId)
  })

  it('works in development, where every repository exists and `gho_NAME` is a token of its owner', async () => {
    const { deps, given } = registry.world
    const { user, publisherId } = await givenClaimer()
    const { codeHost } = openCodeHost(readConfig({ CODE_HOST: 'fake' }))
    const node = await given.node({
      publisher_id: unclaimedPublisherId,
      repository_url: 'https://github.com/somebody/some-pack',
    })
    const claim = (token: string) =>
      claimNodeFor({ ...deps, codeHost }, toActor(user), { publisherId, nodeId: node.id, token })
    await assert.rejects(claim('gho_stranger'), { code: 'not_repository_admin' })
    await claim('gho_somebody')
    assert.equal(await publisherOf(node.id), publisherId)
  })

  it("stops when the code host's limit is reached", async () => {
    const { codeHost } = registry.world
    const { node } = await givenUnclaimed()
    const { claim } = await givenClaimer()
    codeHost.remaining = 1
    const problem = await refused('code_host_rate_limited', claim(node.id, codeHost.tokenFor('acme')))
    assert.match(problem.details?.[0] ?? '', /2100-01-01/)
  })

  it('works over HTTP and follows renames', async () => {
    const fake = new FakeCodeHost()
    const repository = fake.addRepository({ owner: 'acme', name: 'blur' })
    fake.rename(repository.id, { name: 'glow' })
    const { url, close } = await fake.listen()
    try {
      const host = codeHostAt({ url: 'https://github.com', apiUrl: url }, globalThis.fetch)
      const found = await host.findRepository({ owner: 'acme', name: 'blur' }, fake.tokenFor('acme'))
      assert.deepEqual([found?.id, found?.name, found?.isAdmin], [repository.id, 'glow', true])
      fake.weather = 'unreachable'
      await assert.rejects(host.findRepositoryById(repository.id), { code: 'code_host_unavailable' })
    } finally {
      await close()
    }
  })
})

describe('a claimed repository', () => {
  const follow = async (nodeId: string) => {
    const { deps } = registry.world
    const node = await deps.db
      .selectFrom('nodes')
      .selectAll()
      .where('id', '=', nodeId)
      .executeTakeFirstOrThrow()
    await followRepository(deps, node)
    return deps.db.selectFrom('nodes').selectAll().where('id', '=', nodeId).executeTakeFirstOrThrow()
  }

  it('keeps its identity at the host under a new name', async () => {
    const { codeHost } = registry.world
    const { node, repository } = await givenUnclaimed()
    assert.equal((await follow(node.id)).github_repository_id, repository.id)
    codeHost.rename(repository.id, { owner: 'umbrella', name: 'renamed' })
    const renamed = await follow(node.id)
    assert.equal(renamed.repository_url, 'https://github.com/umbrella/renamed')
    assert.equal(renamed.repository_key, 'github.com/umbrella/renamed')
    assert.equal(renamed.github_stars, 7)
  })

  it('never belongs to two nodes, even under its new name', async () => {
    const { codeHost, given, events } = registry.world
    const { node, repository } = await givenUnclaimed()
    await follow(node.id)
    codeHost.rename(repository.id, { name: 'other' })
    const second = await given.node({
      repository_url: `https://github.com/acme/other`,
      repository_key: `github.com/acme/other`,
    })
    const after = await follow(second.id)
    assert.deepEqual([after.repository_key, after.github_repository_id], [null, null])
    assert.equal((await follow(node.id)).github_repository_id, repository.id)
    const logged = await events.call(registry.world, second.id)
    assert.deepEqual(
      logged.map(({ action }) => action),
      ['node.repository-lost'],
    )
  })

  it('cannot be claimed under an old name when another node has it', async () => {
    const { codeHost, given } = registry.world
    const { node, repository } = await givenUnclaimed()
    await follow(node.id)
    codeHost.rename(repository.id, { name: 'third' })
    const second = await given.node({
      publisher_id: unclaimedPublisherId,
      repository_url: `https://github.com/acme/third`,
    })
    const { claim } = await givenClaimer()
    await refused('repository_in_use', claim(second.id, codeHost.tokenFor('acme')))
  })
})
