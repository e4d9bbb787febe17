import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  listNodes,
  listPublisherNodes,
  listPublisherNodesPaged,
  type Node,
  type NodePage,
} from '@nodeyard/contract/packs'
import { receivedChanges } from '../../../../test/received-changes.ts'
import { useWorld, type World } from '../../../../test/world.ts'
import { markChanged, transact } from '../../../ground/db/changes.ts'

const holder = useWorld()

const idsOf = ({ nodes }: { nodes: Node[] }) => nodes.map(({ id }) => id)

async function read(world: World, path: string, init?: RequestInit) {
  const answer = await world.fetch(`http://registry.test${path}`, init)
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('the list of nodes', () => {
  it('loses nothing in a full sync while nodes are added and changed', async () => {
    const { world } = holder
    const publisher = await world.given.publisher()
    const before = []
    for (let count = 0; count < 95; count++) {
      before.push((await world.given.node({ publisher_id: publisher.id })).id)
    }
    const seen: string[] = []
    const headers = { 'cache-control': 'no-cache', pragma: 'no-cache', expires: '0' }
    for (let page = 1, pages = 2; page <= pages; page++) {
      const path = `/nodes?page=${page}&limit=30&comfyui_version=v0.3.40-5-gdeadbee&form_factor=git-linux`
      const { status, body } = await read(world, path, { headers })
      assert.equal(status, 200)
      seen.push(...idsOf(body as NodePage))
      pages = body.totalPages
      const added = await world.given.node({ publisher_id: publisher.id })
      await world.given.version({ node_id: before[page] ?? added.id })
    }
    assert.deepEqual(
      before.filter((id) => !seen.includes(id)),
      [],
    )
    assert.equal(new Set(seen).size, seen.length)
  })

  it('includes the fields that the command-line client and the manager read without a check', async () => {
    const { world } = holder
    const bare = await world.given.node({ name: ' ', description: '' })
    const node = await world.given.node()
    await world.given.version({ node_id: node.id })
    const { body } = await read(world, `/nodes?node_id=${bare.id}&node_id=${node.id}`)
    assert(!JSON.stringify(body).includes('null'))
    for (const entry of body.nodes) {
      for (const key of ['id', 'name', 'description', 'status', 'created_at']) {
        assert.equal(typeof entry[key], 'string', key)
      }
      assert.equal(typeof entry.publisher.name, 'string')
      assert.deepEqual(entry.publisher.members, [])
      assert(Array.isArray(entry.tags))
      assert.equal(typeof entry.downloads, 'number')
    }
    const [first, second] = body.nodes
    assert.equal(first.name, bare.id)
    for (const key of ['latest_version', 'repository', 'icon', 'banner_url']) assert(!(key in first), key)
    assert.equal(second.latest_version.version, '1.0.0')
    assert(!('status_reason' in second.latest_version))
  })

  it('lowers a limit over the maximum, reports it and pages with it', async () => {
    const { world } = holder
    for (const [limit, served] of Object.entries({
      64: 64,
      1000: 1000,
      99999999: 1000,
      '1e9': 1000,
      0: 10,
      '-5': 10,
    })) {
      const { body } = await read(world, `/nodes?limit=${limit}`)
      assert.equal(body.limit, served)
      assert.equal(body.totalPages, Math.ceil(body.total / served))
      assert.equal(body.nodes.length, Math.min(served, body.total))
    }
  })

  it('returns an empty page with correct totals past the end, and page 1 for page 0', async () => {
    const { world } = holder
    const first = await world.anonymous.call(listNodes, { query: { page: 0 } })
    assert.equal(first.page, 1)
    const far = await world.anonymous.call(listNodes, { query: { page: 9e15 } })
    assert.deepEqual([far.nodes, far.total], [[], first.total])
  })

  it('returns no pages for a list without nodes', async () => {
    const { world } = holder
    const page = await world.anonymous.call(listPublisherNodesPaged, { params: { publisherId: 'nobody' } })
    assert.deepEqual(page, { total: 0, nodes: [], page: 1, limit: 10, totalPages: 0 })
    const bare = await world.anonymous.call(listPublisherNodes, { params: { publisherId: 'nobody' } })
    assert.deepEqual(bare, [])
  })

  it('returns all installed packs in one response, in any case and in both list spellings', async () => {
    const { world } = holder
    const publisher = await world.given.publisher()
    const installed: string[] = []
    for (let count = 0; count < 150; count++) {
      installed.push((await world.given.node({ publisher_id: publisher.id })).id)
    }
    const requested = installed.flatMap((id, index) => [
      index % 2 ? id.toUpperCase() : id,
      `owner-${index}/name`,
    ])
    assert.equal(requested.length, 300)
    for (const spelling of ['node_id=', 'node_id[]=', 'node_id%5B%5D=']) {
      const { body } = await read(world, `/nodes?${requested.map((id) => spelling + id).join('&')}`)
      assert.deepEqual(idsOf(body), installed)
      assert.deepEqual([body.total, body.totalPages], [150, 1])
    }
    const limited = await world.anonymous.call(listNodes, { query: { node_id: installed, limit: 64 } })
    assert.equal(limited.nodes.length, 64)
  })

  it('finds nothing for an empty list of ids, and ignores unknown ids', async () => {
    const { world } = holder
    const { status, body } = await read(world, '/nodes?node_id=')
    assert.deepEqual([status, body.nodes, body.totalPages], [200, [], 0])
  })

  it('omits banned nodes, unless they are requested or the caller owns them', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const admin = await world.given.user({ is_admin: true })
    const publisher = await world.given.publisher({ owner })
    const other = await world.given.publisher()
    const banned = await world.given.node({
      publisher_id: publisher.id,
      status: 'banned',
      status_detail: 'It steals.',
    })
    const params = { publisherId: publisher.id }
    const count = async (registry: World['anonymous'], include_banned?: boolean) => {
      const query = include_banned === undefined ? {} : { include_banned }
      return (await registry.call(listPublisherNodesPaged, { params, query })).total
    }
    const stranger = world.as(await world.given.user({ id: other.ownerId.concat('-2') }))
    assert.equal(await count(world.anonymous), 0)
    assert.equal(await count(stranger), 0)
    assert.equal(await count(world.anonymous, true), 1)
    assert.equal(await count(world.as(owner)), 1)
    assert.equal(await count(world.as(owner), false), 0)
    assert.equal(await count(world.as(admin)), 1)

    const { nodes } = await world.anonymous.call(listNodes, { query: { node_id: [banned.id] } })
    assert.equal(nodes[0]?.status, 'NodeStatusBanned')
    assert.equal(nodes[0]?.status_detail, 'It steals.')
    const all = await world.anonymous.call(listNodes, { query: { sort: ['created_at;desc'], limit: 1 } })
    assert.notEqual(idsOf(all)[0], banned.id)
  })

  it('shows deleted nodes only to admins, on request', async () => {
    const { world } = holder
    const admin = world.as(await world.given.user({ is_admin: true }))
    const { id } = await world.given.node({ status: 'deleted' })
    const query = { node_id: [id] }
    assert.equal((await world.anonymous.call(listNodes, { query })).total, 0)
    assert.equal(
      (await world.anonymous.call(listNodes, { query: { ...query, include_banned: true } })).total,
      0,
    )
    assert.equal((await admin.call(listNodes, { query })).total, 0)
    assert.equal((await admin.call(listNodes, { query: { ...query, include_banned: true } })).total, 1)
  })

  it('keeps entries that are empty, fit everything or start with the filter, in both vocabularies', async () => {
    const { world } = holder
    const { id: publisherId } = await world.given.publisher()
    const given = async (supported_os: string[], supported_accelerators: string[] = []) =>
      (await world.given.node({ publisher_id: publisherId, supported_os, supported_accelerators })).id
    const silent = await given([])
    const anywhere = await given(['os independent'])
    const windows10 = await given(['Microsoft :: Windows :: Windows 10'])
    const linux = await given(['Linux'], ['GPU :: NVIDIA CUDA'])
    const mac = await given(['MacOS :: MacOS X'], ['Metal'])
    const node_id = [silent, anywhere, windows10, linux, mac]
    const os = async (supported_os: string) =>
      idsOf(await world.anonymous.call(listNodes, { query: { node_id, supported_os } }))
    assert.deepEqual(await os('windows'), [silent, anywhere, windows10])
    assert.deepEqual(await os('Microsoft :: Windows'), [silent, anywhere, windows10])
    assert.deepEqual(await os('POSIX :: Linux'), [silent, anywhere, linux])
    assert.deepEqual(await os('macOS'), [silent, anywhere, mac])
    assert.deepEqual(await os('[%_'), [silent, anywhere])
    const query = { node_id, supported_accelerator: 'CUDA' }
    assert.deepEqual(idsOf(await world.anonymous.call(listNodes, { query })), [
      silent,
      anywhere,
      windows10,
      linux,
    ])
  })

  it('sorts by the requested column and then by id', async () => {
    const { world } = holder
    const { id: publisher_id } = await world.given.publisher()
    const a = (await world.given.node({ publisher_id, downloads: 5, search_ranking: 9 })).id
    const b = (await world.given.node({ publisher_id, downloads: 7 })).id
    const c = (await world.given.node({ publisher_id, downloads: 5, search_ranking: 1 })).id
    const node_id = [a, b, c]
    const sorted = async (sort: string) => idsOf((await read(world, `/nodes?${list(node_id)}&${sort}`)).body)
    assert.deepEqual(await sorted('sort=downloads;desc'), [b, a, c])
    assert.deepEqual(await sorted('sort=total_install%3Bdesc'), [b, a, c])
    assert.deepEqual(await sorted('sort=downloads&sort=created_at;desc'), [c, a, b])
    assert.deepEqual(await sorted('sort[]=search_ranking'), [c, b, a])
    const { status, body } = await read(world, '/nodes?sort=secret;desc')
    assert.deepEqual([status, body.error, body.field], [400, 'invalid_request', 'query.sort'])
  })

  it('lists everything in the same order in both directions, by one or several keys, with ascending ids last', async () => {
    const { world } = holder
    const { id: publisher_id } = await world.given.publisher()
    const [zebra, Apple, berry, cherry, date] = [
      await world.given.node({ publisher_id, name: '!zebra', downloads: 1e9, github_stars: 7e6 }),
      await world.given.node({ publisher_id, name: '!Apple', downloads: 1e9, github_stars: 9e6 }),
      await world.given.node({
        publisher_id,
        name: '!berry',
        downloads: 2e9,
        github_stars: 7e6,
        search_ranking: 1,
      }),
      await world.given.node({ publisher_id, name: '!cherry', downloads: 1e9, search_ranking: 1 }),
      await world.given.node({
        publisher_id,
        name: '!date',
        downloads: 4e9,
        search_ranking: 1,
        status: 'banned',
      }),
    ].map(({ id }) => id) as [string, string, string, string, string]
    const own = [zebra, Apple, berry, cherry, date]
    const sorted = async (query: string) =>
      idsOf((await read(world, `/nodes?limit=5&${query}`)).body).filter((id) => own.includes(id))
    const last = async (query: string, count: number) => {
      const { body } = await read(world, `/nodes?limit=1&${query}`)
      const all: string[] = []
      for (let page = body.total - count + 1; page <= body.total; page++)
        all.push(...idsOf((await read(world, `/nodes?limit=1&page=${page}&${query}`)).body))
      return all.filter((id) => own.includes(id))
    }
    assert.deepEqual(await sorted('sort=downloads;desc'), [berry, zebra, Apple, cherry])
    assert.deepEqual(await last('sort=downloads', 4), [zebra, Apple, cherry, berry])
    assert.deepEqual(await sorted('sort=downloads;desc&include_banned=true'), [
      date,
      berry,
      zebra,
      Apple,
      cherry,
    ])
    assert.deepEqual((await sorted('sort=github_stars;desc')).slice(0, 3), [Apple, zebra, berry])
    assert.deepEqual(await last('sort=github_stars&sort=downloads', 3), [zebra, berry, Apple])
    assert.deepEqual((await sorted('sort=search_ranking')).slice(0, 2), [berry, cherry])
    assert.deepEqual((await sorted('sort=search_ranking&sort=downloads')).slice(0, 2), [cherry, berry])
    assert.deepEqual(await last('sort=search_ranking;desc', 2), [berry, cherry])
    assert.deepEqual(await sorted('sort=name'), [Apple, berry, cherry, zebra])
    assert.deepEqual(await last('sort=name;desc', 5), [zebra, cherry, berry, Apple])
    const keys = ['downloads;desc', 'downloads', 'name', 'name;desc', 'id', 'created_at']
    assert.deepEqual(await sorted(keys.map((key) => `sort=${key}`).join('&')), [berry, Apple, cherry, zebra])
  })

  it("counts the banned nodes of the caller's publishers in the total", async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await world.given.publisher({ owner })
    await world.given.node({ publisher_id: publisher.id, status: 'banned' })
    const totalFor = async (registry: World['anonymous'], include_banned?: boolean) =>
      (await registry.call(listNodes, { query: { include_banned, limit: 1 } as object })).total
    const active = await totalFor(world.anonymous)
    assert.equal(await totalFor(world.as(await world.given.user())), active)
    assert.equal(await totalFor(world.as(owner)), active + 1)
    const both = await totalFor(world.as(owner), true)
    assert.equal(await totalFor(world.anonymous, true), both)
  })

  const list = (ids: string[]) => ids.map((id) => `node_id=${id}`).join('&')

  it('keeps nodes created or changed after the timestamp', async () => {
    const { world } = holder
    const old = await world.given.node({
      created_at: '2020-01-01T00:00:00Z',
      updated_at: '2020-01-01T00:00:00Z',
    })
    const changed = await world.given.node({
      created_at: '2020-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    })
    const query = { node_id: [old.id, changed.id], timestamp: '2023-01-01T00:00:00Z' }
    assert.deepEqual(idsOf(await world.anonymous.call(listNodes, { query })), [changed.id])
    assert.equal((await read(world, '/nodes?timestamp=yesterday')).status, 400)
  })

  it('replaces the cached page on changes and latest=true, not on no-cache', async () => {
    const { world } = holder
    const base = await world.listen()
    const publisher = await world.given.publisher()
    const firstOf = async (query: string, headers = {}) => {
      const answer = await fetch(`${base}/nodes?limit=1&sort=created_at;desc${query}`, { headers })
      return ((await answer.json()) as NodePage).nodes[0]?.id
    }
    await receivedChanges(world.deps)
    const first = await firstOf('')
    const { id } = await world.given.node({ publisher_id: publisher.id })
    assert.equal(await firstOf('', { 'cache-control': 'no-cache' }), first)
    assert.equal(await firstOf('&latest=true'), id)
    await transact(world.deps, async (tx) => markChanged(tx, 'nodes'))
    assert.equal(await firstOf(''), id)
  })

  it('refuses wrong types and invalid numbers with their field', async () => {
    const { world } = holder
    for (const [query, field] of [
      ['page=x', 'query.page'],
      ['limit=1.5', 'query.limit'],
      ['include_banned=maybe', 'query.include_banned'],
      ['node_id=%00', 'query.node_id.0'],
    ]) {
      const { status, body } = await read(world, `/nodes?${query}`)
      assert.deepEqual([status, body.field], [400, field])
    }
  })

  it('lists all nodes of a publisher with publisher and latest version for old clients', async () => {
    const { world } = holder
    const publisher = await world.given.publisher()
    for (let count = 0; count < 12; count++) await world.given.node({ publisher_id: publisher.id })
    const last = await world.given.node({ publisher_id: publisher.id })
    await world.given.version({ node_id: last.id, version: '2.0.0' })
    const nodes = await world.anonymous.call(listPublisherNodes, { params: { publisherId: publisher.id } })
    assert.equal(nodes.length, 13)
    assert.equal(nodes.at(-1)?.latest_version?.version, '2.0.0')
    assert.equal(nodes.at(-1)?.publisher.id, publisher.id)
    const page = await world.anonymous.call(listPublisherNodesPaged, {
      params: { publisherId: publisher.id },
      query: { limit: 12, page: 2 },
    })
    assert.deepEqual(idsOf(page), [last.id])
    assert.deepEqual([page.total, page.totalPages, page.limit], [13, 2, 12])
  })

  it("names the last published version in a publisher's list, even when it is held back", async () => {
    const { world } = holder
    const publisher = await world.given.publisher()
    const node = await world.given.node({ publisher_id: publisher.id })
    await world.given.version({ node_id: node.id, version: '1.0.0' })
    await world.given.version({ node_id: node.id, version: '1.10.0', status: 'flagged' })
    await world.given.version({ node_id: node.id, version: '1.11.0', status: 'banned' })
    const empty = await world.given.node({ publisher_id: publisher.id })
    const list = (query: { include_newest?: boolean }) =>
      world.anonymous.call(listPublisherNodesPaged, { params: { publisherId: publisher.id }, query })
    const { nodes } = await list({ include_newest: true })
    const newestOf = (id: string) => nodes.find((one) => one.id === id)?.newest_version
    assert.equal(newestOf(node.id)?.version, '1.10.0')
    assert.equal(newestOf(node.id)?.status, 'NodeVersionStatusFlagged')
    assert.equal(newestOf(empty.id), undefined)
    assert.equal((await list({})).nodes[0]?.newest_version, undefined)
  })
})
