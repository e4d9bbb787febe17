import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import {
  bulkVersions,
  getNode,
  getNodeVersion,
  listNodeVersions,
  listVersions,
  type NodeVersion,
} from '@nodeyard/contract/packs'
import { useWorld, type World } from '../../../../test/world.ts'
import { markChanged, transact } from '../../../ground/db/changes.ts'

const holder = useWorld()

const numbersOf = (versions: NodeVersion[]) => versions.map(({ version }) => version)

/** A node with a version of every status, its owner, and an admin. */
async function everyKind(world: World) {
  const { given } = world
  const owner = await given.user()
  const publisher = await given.publisher({ owner })
  const { id } = await given.node({ publisher_id: publisher.id })
  const version = (number: string, part: Parameters<typeof given.version>[0]) =>
    given.version({ node_id: id, version: number, status_reason: `About ${number}.`, ...part })
  await version('1.9.0', {})
  await version('1.10.0', { changelog: 'Better.' })
  await version('2.0.0', { status: 'pending' })
  await version('2.1.0', { status: 'flagged' })
  await version('3.0.0', { status: 'banned', first_active_at: world.now() })
  await version('4.0.0', { status: 'deleted', first_active_at: world.now() })
  await given.announcedVersion({ node_id: id, version: '5.0.0' })
  return { id, owner, admin: await given.user({ is_admin: true }) }
}

describe('reading versions', () => {
  it('lists versions as a bare array, highest number first, with every field that the manager reads', async () => {
    const { world } = holder
    const { id } = await everyKind(world)
    const answer = await world.fetch(`http://registry.test/nodes/${id.toUpperCase()}/versions`)
    const versions = (await answer.json()) as NodeVersion[]
    assert.deepEqual(numbersOf(versions), ['2.1.0', '2.0.0', '1.10.0', '1.9.0'])
    const node = await world.anonymous.call(getNode, { params: { nodeId: id } })
    assert.equal(node.version_count, versions.length)
    for (const version of versions) {
      assert.equal(typeof version.createdAt, 'string')
      assert.equal(typeof version.changelog, 'string')
      const isActive = version.status === 'NodeVersionStatusActive'
      const address = `${world.deps.config.apiUrl}/nodes/${id}/versions/${version.version}/node.zip`
      assert.equal(version.downloadUrl, isActive ? address : undefined)
      assert(version.sha256 && version.size === 1234 && version.file_count === 3)
      assert(!('status_reason' in version))
    }
  })

  it('returns only the newest versions with a limit, and all versions with an invalid one', async () => {
    const { world } = holder
    const { id } = await everyKind(world)
    const ask = (limit: string) => world.fetch(`http://registry.test/nodes/${id}/versions?limit=${limit}`)
    for (const [limit, count] of Object.entries({
      1: 1,
      3: 3,
      100: 4,
      0: 4,
      '-1': 4,
      99999999999999999999: 4,
    }))
      assert.equal(((await (await ask(limit)).json()) as NodeVersion[]).length, count, limit)
    assert.deepEqual(numbersOf((await (await ask('2')).json()) as NodeVersion[]), ['2.1.0', '2.0.0'])
    for (const odd of ['x', '1.5', 'NaN']) assert.equal((await ask(odd)).status, 400, odd)
  })

  it('accepts both spellings of a list of statuses and refuses unknown ones', async () => {
    const { world } = holder
    const { id } = await everyKind(world)
    const wanted = ['NodeVersionStatusActive', 'NodeVersionStatusPending']
    for (const spelling of ['statuses=', 'statuses[]=', 'statuses%5B%5D=']) {
      const query = wanted.map((status) => spelling + status).join('&')
      const answer = await world.fetch(`http://registry.test/nodes/${id}/versions?${query}`)
      assert.deepEqual(numbersOf((await answer.json()) as NodeVersion[]), ['2.0.0', '1.10.0', '1.9.0'])
    }
    const refused = await world.fetch(`http://registry.test/nodes/${id}/versions?statuses=active`)
    assert.equal(refused.status, 400)
  })

  it('includes banned versions for editors and deleted ones for admins, on request', async () => {
    const { world } = holder
    const { id, owner, admin } = await everyKind(world)
    const statuses = ['NodeVersionStatusBanned' as const, 'NodeVersionStatusDeleted' as const]
    const call = { params: { nodeId: id }, query: { statuses } }
    assert.deepEqual(await world.anonymous.call(listNodeVersions, call), [])
    const toOwner = await world.as(owner).call(listNodeVersions, call)
    assert.deepEqual(numbersOf(toOwner), ['3.0.0'])
    assert(!('downloadUrl' in (toOwner[0] ?? {})))
    assert.deepEqual(numbersOf(await world.as(admin).call(listNodeVersions, call)), ['4.0.0', '3.0.0'])
  })

  it('refuses the versions of a banned or missing node as it refuses the node', async () => {
    const { world } = holder
    const { id, owner, admin } = await everyKind(world)
    const reasons = async (registry: World['anonymous'], include_status_reason: boolean) => {
      const call = { params: { nodeId: id }, query: { include_status_reason } }
      return (await registry.call(listNodeVersions, call)).map(({ status_reason }) => status_reason)[0]
    }
    for (const registry of [world.anonymous, world.as(await world.given.user())]) {
      assert.equal(await reasons(registry, false), undefined)
      assert.match((await reasons(registry, true)) ?? '', /found something/)
    }
    assert.equal(await reasons(world.as(owner), false), undefined)
    assert.equal(await reasons(world.as(owner), true), 'About 2.1.0.')
    assert.equal(await reasons(world.as(admin), true), 'About 2.1.0.')
  })

  it('shows an edit in a cached list of versions, whatever letter case requested it', async () => {
    const { world } = holder
    const { id } = await world.given.node({ status: 'banned' })
    await assert.rejects(world.anonymous.call(listNodeVersions, { params: { nodeId: id } }), { status: 403 })
    await assert.rejects(world.anonymous.call(listNodeVersions, { params: { nodeId: 'nobody' } }), {
      status: 404,
    })
  })

  it('finds one version by its stored number', async () => {
    const { world } = holder
    const base = await world.listen()
    const { node_id: id } = await world.given.version()
    const count = async () => {
      const answer = await fetch(`${base}/nodes/${id.toUpperCase()}/versions`)
      return ((await answer.json()) as NodeVersion[]).length
    }
    assert.equal(await count(), 1)
    await world.given.version({ node_id: id, version: '1.0.1', status: 'pending' })
    await transact(world.deps, async (tx) => markChanged(tx, `node:${id}`))
    assert.equal(await count(), 2)
  })

  it('shows publish progress to everyone and failure details to editors only', async () => {
    const { world } = holder
    const { id, owner, admin } = await everyKind(world)
    const read = (registry: World['anonymous'], version: string) =>
      registry.call(getNodeVersion, { params: { nodeId: id, version } })
    const seen = await read(world.anonymous, '1.10.0')
    assert.equal(seen.changelog, 'Better.')
    assert(!('status_reason' in seen) && !('pipeline' in seen) && !('readme_html' in seen))
    assert.equal((await read(world.anonymous, '2.1.0')).status, 'NodeVersionStatusFlagged')
    assert.equal((await read(world.as(owner), '3.0.0')).status_reason, 'About 3.0.0.')
    for (const version of ['3.0.0', '1.10', 'nightly', '%25']) {
      await assert.rejects(read(world.anonymous, version), { status: 404 }, version)
    }
    for (const version of ['4.0.0', '5.0.0']) {
      await assert.rejects(read(world.as(admin), version), { status: 404 }, version)
    }
  })

  it('lists versions of all nodes by node, newest first, in pages', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await world.given.publisher({ owner })
    const node = await world.given.node({ publisher_id: publisher.id })
    const version = await world.given.version({
      node_id: node.id,
      status: 'pending',
      extract_status: 'pending',
    })
    const at = new Date('2026-01-02T03:04:05Z')
    const done = { version_id: version.id, attempts: 1, started_at: at, finished_at: at }
    const failed = {
      version_id: version.id,
      attempts: 3,
      started_at: at,
      failure: 'No room.',
      given_up: true,
    }
    await world.deps.db
      .insertInto('version_steps')
      .values([
        { ...done, step: 'received' },
        { ...done, step: 'checked' },
        { ...failed, step: 'extracted' },
      ])
      .execute()
    const call = { params: { nodeId: node.id, version: '1.0.0' } }
    const { pipeline = [] } = await world.anonymous.call(getNodeVersion, call)
    assert.deepEqual(
      pipeline.map(({ step, state }) => `${step} ${state}`),
      ['received done', 'checked done', 'extracted failed', 'scanned waiting', 'listed waiting'],
    )
    assert.equal(pipeline[0]?.finishedAt, '2026-01-02T03:04:05.000Z')
    assert(!JSON.stringify(pipeline).includes('No room.'))
    const toOwner = await world.as(owner).call(getNodeVersion, call)
    assert.equal(toOwner.pipeline?.[2]?.message, 'No room.')
  })

  it('lets only admins search in reasons and list banned or deleted versions', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    for (const [version, created_at] of [
      ['1.0.0', '2026-01-01T00:00:00Z'],
      ['0.9.0', '2026-01-02T00:00:00Z'],
      ['1.0.1', '2026-01-03T00:00:00Z'],
    ] as const) {
      await world.given.version({ node_id: id, version, created_at })
    }
    await world.given.announcedVersion({ node_id: id, version: '2.0.0' })
    const query = { nodeId: id.toUpperCase(), pageSize: 2 }
    const first = await world.anonymous.call(listVersions, { query })
    assert.deepEqual(numbersOf(first.versions), ['1.0.1', '0.9.0'])
    assert.deepEqual([first.total, first.page, first.pageSize, first.totalPages], [3, 1, 2, 2])
    const second = await world.anonymous.call(listVersions, { query: { ...query, page: 2 } })
    assert.deepEqual(numbersOf(second.versions), ['1.0.0'])
    const none = await world.anonymous.call(listVersions, { query: { nodeId: 'nobody' } })
    assert.deepEqual([none.versions, none.totalPages], [[], 0])
    await assert.rejects(world.anonymous.call(listVersions, { query: { pageSize: 101 } }), {
      status: 400,
      problem: {
        error: 'invalid_request',
        message: 'query.pageSize must be <= 100',
        field: 'query.pageSize',
        limit: 100,
      },
    })
  })

  it('returns one result per requested version, in the order and spelling of the request', async () => {
    const { world } = holder
    const { id, owner, admin } = await everyKind(world)
    const hidden = [
      { status_reason: 'about' },
      { statuses: ['NodeVersionStatusActive' as const, 'NodeVersionStatusBanned' as const] },
      { statuses: ['NodeVersionStatusDeleted' as const] },
    ]
    for (const query of hidden) {
      for (const registry of [world.anonymous, world.as(owner)]) {
        await assert.rejects(registry.call(listVersions, { query }), { status: 403 })
      }
    }
    const query = { nodeId: id, status_reason: 'ABOUT 2.', include_status_reason: true }
    const found = await world.as(admin).call(listVersions, { query })
    assert.deepEqual(numbersOf(found.versions).sort(), ['2.0.0', '2.1.0'])
    assert.equal(found.versions.find(({ version }) => version === '2.0.0')?.status_reason, 'About 2.0.0.')
    const wild = await world.as(admin).call(listVersions, { query: { ...query, status_reason: '%' } })
    assert.equal(wild.total, 0)
    const all = await world.as(admin).call(listVersions, { query: { nodeId: id } })
    assert.equal(all.total, 6)
  })

  it('accepts a thousand versions per request and refuses more', async () => {
    const { world } = holder
    const { id } = await everyKind(world)
    const banned = await world.given.node({ status: 'banned' })
    await world.given.version({ node_id: banned.id })
    const long = 'x'.repeat(201)
    const entries: [unknown, string][] = [
      [{ node_id: id.toUpperCase(), version: 'v1.9' }, 'success'],
      [{ node_id: id, version: '1.10.0' }, 'success'],
      [{ node_id: id, version: '1.10.0' }, 'success'],
      [{ node_id: id, version: '2.0.0' }, 'success'],
      [{ node_id: id, version: '2.1.0', extra: {} }, 'success'],
      [{ node_id: id, version: '3.0.0' }, 'not_found'],
      [{ node_id: id, version: '4.0.0' }, 'not_found'],
      [{ node_id: id, version: '5.0.0' }, 'not_found'],
      [{ node_id: banned.id, version: '1.0.0' }, 'not_found'],
      [{ node_id: id, version: '' }, 'not_found'],
      [{ node_id: id, version: 'nightly' }, 'not_found'],
      [{ node_id: id, version: '0f3a9c1' }, 'not_found'],
      [{ node_id: 'owner/name', version: '1.0.0' }, 'not_found'],
      [{ node_id: '', version: '1.0.0' }, 'not_found'],
      [{ node_id: id }, 'error'],
      [{ node_id: 7, version: '1.0.0' }, 'error'],
      [{ node_id: long, version: '1.0.0' }, 'error'],
      [{ node_id: id, version: '\0' }, 'error'],
      [{ node_id: '\ud800', version: '1.0.0' }, 'error'],
      [null, 'error'],
      ['text', 'error'],
      [[[]], 'error'],
    ]
    const body = { node_versions: entries.map(([entry]) => entry) }
    const { node_versions: results } = await world.anonymous.call(bulkVersions, { body })
    assert.deepEqual(
      results.map(({ status }) => status),
      entries.map(([, status]) => status),
    )
    assert.deepEqual(results[0]?.identifier, { node_id: id.toUpperCase(), version: 'v1.9' })
    assert.equal(results[0]?.node_version?.version, '1.9.0')
    for (const { status, error_message, node_version } of results) {
      assert.equal(error_message !== undefined, status === 'error')
      assert.equal(node_version !== undefined, status === 'success')
      assert(!('status_reason' in (node_version ?? {})))
    }
    assert.equal(results[16]?.error_message, 'node_id must not be longer than 200 characters.')
  })

  it('a large version is not sent many times in one response', async () => {
    const { world } = holder
    const changelog = 'a'.repeat(limits.changelogLength)
    const { node_id } = await world.given.version({ changelog })
    const ask = (count: number) =>
      world.anonymous.call(bulkVersions, {
        body: { node_versions: Array.from({ length: count }, () => ({ node_id, version: '1.0.0' })) },
      })
    const most = limits.requestedVersionsLength / limits.changelogLength
    assert.equal((await ask(most)).node_versions.length, most)
    await assert.rejects(ask(most + 1), { status: 400 })
  })

  it('a thousand versions may be asked for at once, no more', async () => {
    const { world } = holder
    const { node_id } = await world.given.version()
    const ask = (count: number) => {
      const body = { node_versions: Array.from({ length: count }, () => ({ node_id, version: '1.0.0' })) }
      return world.anonymous.call(bulkVersions, { body })
    }
    const { node_versions } = await ask(1000)
    assert(node_versions.every(({ status }) => status === 'success'))
    await assert.rejects(ask(1001), { status: 400 })
    assert.deepEqual(await ask(0), { node_versions: [] })
  })
})

describe('a list of versions with reasons', () => {
  const paths = (id: string) => [
    `/versions?nodeId=${id}&include_status_reason=true&pageSize=20`,
    `/nodes/${id}/versions?include_status_reason=true`,
  ]

  /** A node with a version on hold, a yanked one, one that an advisory blocks, and a good one. */
  async function nodeWithTroubles() {
    const { given, now } = holder.world
    const owner = await given.user()
    const publisher = await given.publisher({ owner })
    const { id } = await given.node({ publisher_id: publisher.id })
    const secretly = { status_reason: 'Secret finding in evil.py.' }
    await given.version({ node_id: id, version: '4.0.0', status: 'pending', ...secretly })
    await given.version({ node_id: id, version: '3.0.0', status: 'flagged', ...secretly })
    const yank = { yanked_at: now.call(holder.world), yank_reason: 'Eats pictures.' }
    await given.version({ node_id: id, version: '2.0.0', ...yank, ...secretly })
    await given.version({ node_id: id, version: '1.0.0', ...secretly })
    return { id, owner, publisherId: publisher.id }
  }

  async function ask(path: string, bearer?: string) {
    const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
    const answer = await holder.world.fetch(`http://registry.test${path}`, { headers })
    assert.equal(answer.status, 200, path)
    const body = (await answer.json()) as NodeVersion[] | { versions: NodeVersion[] }
    const versions = Array.isArray(body) ? body : body.versions
    return Object.fromEntries(versions.map(({ version, status_reason }) => [version, status_reason]))
  }

  it('tells everyone why a version is unavailable, without the findings', async () => {
    const { world } = holder
    const { id } = await nodeWithTroubles()
    const { secret: ofOther } = await world.given.token({ publisher_id: (await world.given.publisher()).id })
    const stranger = await world.tokenOf(await world.given.user())
    for (const path of paths(id))
      for (const bearer of [undefined, stranger, ofOther, 'nonsense', 'a.b.c'])
        assert.deepEqual(await ask(path, bearer), {
          '4.0.0':
            'The automatic checks of this version have not finished. Only its publisher and moderators can install it until then.',
          '3.0.0':
            'Held for review: the automatic checks or a report found something. Only its publisher and moderators can install it until a moderator decides.',
          '2.0.0': 'The publisher withdrew this version: Eats pictures.',
          '1.0.0': undefined,
        })
  })

  it('gives owners, their publish tokens and admins the full reason', async () => {
    const { world } = holder
    const { id, owner, publisherId } = await nodeWithTroubles()
    const { secret } = await world.given.token({ publisher_id: publisherId })
    const { secret: ofNode } = await world.given.token({
      publisher_id: publisherId,
      node_ids: [id.toUpperCase()],
    })
    const admin = await world.tokenOf(await world.given.user({ is_admin: true }))
    for (const path of paths(id))
      for (const bearer of [await world.tokenOf(owner), secret, ofNode, admin])
        assert.ok(
          Object.values(await ask(path, bearer)).every((reason) => reason === 'Secret finding in evil.py.'),
          path,
        )
  })

  it('gives expired publish tokens and those of other nodes the public reason', async () => {
    const { world } = holder
    const { id, publisherId } = await nodeWithTroubles()
    for (const part of [
      { revoked_at: world.now() },
      { expires_at: new Date(0) },
      { node_ids: ['another'] },
    ]) {
      const { secret } = await world.given.token({ publisher_id: publisherId, ...part })
      for (const path of paths(id)) assert.match((await ask(path, secret))['3.0.0'] ?? '', /moderator/)
    }
  })

  it('never caches the response of one caller for another', async () => {
    const { world } = holder
    const { id, publisherId } = await nodeWithTroubles()
    const { secret } = await world.given.token({ publisher_id: publisherId })
    for (const path of paths(id))
      for (const bearer of [secret, undefined, secret, undefined]) {
        const isFull = (await ask(path, bearer))['3.0.0']?.includes('Secret')
        assert.equal(isFull, bearer !== undefined)
      }
  })
})
