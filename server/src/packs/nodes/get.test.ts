import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getNode } from '@nodeyard/contract/packs'
import { useWorld } from '../../../test/world.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { silentTelemetry } from '../../ground/telemetry/telemetry.ts'
import { addAliases } from './aliases/sql.ts'

const ran: string[] = []
const ranQuery = ({ sql }: { sql: string }) => void ran.push(sql)
const holder = useWorld({ telemetry: { ...silentTelemetry, ranQuery } })

const at = (path: string) => `http://registry.test${path}`

describe('reading a node', () => {
  it('redirects another letter case to the stored spelling and keeps the query', async () => {
    const { world } = holder
    await world.given.node({ id: 'Blur-Pack' })
    const answer = await world.fetch(at('/nodes/bLUR-pack?include_translations=true&x=%20y'))
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), '/nodes/Blur-Pack?include_translations=true&x=%20y')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal((await world.fetch(at('/nodes/Blur-Pack'))).status, 200)
  })

  it('serves an alias from the cache until its meaning can have changed', async () => {
    const { world } = holder
    const { id } = await world.given.node({
      id: 'leads-here',
      repository_url: 'https://github.com/acme/leads-here',
      repository_key: 'github.com/acme/leads-here',
      repository_proof: 'build',
    })
    await transact(world.deps, async (tx) => {
      await addAliases(tx, [{ nodeId: id, alias: 'listed-elsewhere', kind: 'listed' }])
      markChanged(tx, 'nodes')
    })
    const apiUrl = await world.listen()
    const read = async (path: string, headers: Record<string, string> = {}) => {
      ran.length = 0
      const { status, headers: answered } = await fetch(apiUrl + path, { headers, redirect: 'manual' })
      return { status, location: answered.get('location'), statements: ran.length > 0 }
    }
    const path = '/nodes/listed-elsewhere?x=1'
    const found = { status: 302, location: '/nodes/leads-here?x=1' }
    assert.deepEqual(await read(path), { ...found, statements: true })
    assert.deepEqual(await read(path), { ...found, statements: false })
    const onSite = { 'x-forwarded-prefix': '/api' }
    // A shared cache before the API would keep it for others.
    assert.equal((await read(path, onSite)).location, '/nodes/leads-here?x=1')
    const inSite = await world.inject({ method: 'GET', url: path, headers: onSite })
    assert.equal(inSite.headers.location, '/api/nodes/leads-here?x=1')
    await world.given.node({ id: 'listed-elsewhere' })
    await transact(world.deps, async (tx) => markChanged(tx, 'nodes', 'node:listed-elsewhere'))
    assert.deepEqual(await read(path), { status: 200, location: null, statements: true })
  })

  it('does not find unknown ids of any form', async () => {
    const { world } = holder
    await world.given.node({ id: 'kelvin' })
    for (const id of ['nobody', 'owner%2Fname', '%E2%84%AAelvin', 'a%20b', '..%2F..', 'x'.repeat(200)]) {
      const answer = await world.fetch(at(`/nodes/${id}`))
      assert.equal(answer.status, 404, id)
      assert.equal(((await answer.json()) as { error: string }).error, 'node_not_found')
    }
    assert.equal((await world.fetch(at(`/nodes/${'x'.repeat(201)}`))).status, 400)
  })

  it('hides a deleted node from every caller', async () => {
    const { world } = holder
    const { id } = await world.given.node({ status: 'deleted' })
    const admin = world.as(await world.given.user({ is_admin: true }))
    const call = { params: { nodeId: id } }
    await assert.rejects(world.anonymous.call(getNode, call), { status: 404 })
    await assert.rejects(admin.call(getNode, call), { status: 404 })
  })

  it('explains the ban of a node, and shows the node to admins and its owners', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await world.given.publisher({ owner })
    const member = await world.given.user()
    await world.given.member({ publisher_id: publisher.id, user_id: member.id, role: 'member' })
    const { id } = await world.given.node({
      publisher_id: publisher.id,
      status: 'banned',
      status_detail: 'It steals\nkeys.',
    })
    const call = { params: { nodeId: id } }
    const refusal = { status: 403, message: 'It steals keys.' }
    await assert.rejects(world.anonymous.call(getNode, call), refusal)
    await assert.rejects(world.as(member).call(getNode, call), refusal)
    assert.equal((await world.as(owner).call(getNode, call)).status, 'NodeStatusBanned')
    const admin = await world.given.user({ is_admin: true })
    assert.equal((await world.as(admin).call(getNode, call)).status_detail, 'It steals\nkeys.')
    const silent = await world.given.node({ status: 'banned' })
    await assert.rejects(world.anonymous.call(getNode, { params: { nodeId: silent.id } }), {
      message: 'Node Banned',
    })
  })

  it('includes fields that lists omit', async () => {
    const { world } = holder
    const node = await world.given.node({ translations: JSON.stringify({ zh: { description: '模糊' } }) })
    const version = await world.given.version({ node_id: node.id })
    await world.given.comfyNode({ version_id: version.id })
    await world.given.hint(node.id, 'No longer asked')
    await world.given.analysis({ version_id: version.id, readme_html: '<h1>Blur</h1>' })
    const params = { nodeId: node.id }
    const plain = await world.anonymous.call(getNode, { params })
    assert.equal(plain.readme_html, '<h1>Blur</h1>')
    assert.deepEqual([plain.comfy_node_count, plain.comfy_nodes_verified], [1, true])
    assert(!('translations' in plain) && !('unverified_comfy_nodes' in plain))
    const translated = await world.anonymous.call(getNode, { params, query: { include_translations: true } })
    assert.deepEqual(translated.translations, { zh: { description: '模糊' } })
  })

  it('marks names from an import as unverified while the node has no version', async () => {
    const { world } = holder
    const node = await world.given.node()
    await world.given.hint(node.id, 'Zoom')
    await world.given.hint(node.id, 'Blur')
    const answer = await world.anonymous.call(getNode, { params: { nodeId: node.id } })
    assert.deepEqual(answer.unverified_comfy_nodes, ['Blur', 'Zoom'])
    assert.deepEqual([answer.comfy_node_count, answer.comfy_nodes_verified], [2, false])
  })

  it('shows moderator notes to admins only', async () => {
    const { world } = holder
    const node = await world.given.node({ search_ranking: 3, tags_admin: ['watch'] })
    const params = { nodeId: node.id }
    const seen = await world.anonymous.call(getNode, { params })
    assert(!('search_ranking' in seen) && !('tags_admin' in seen))
    const admin = world.as(await world.given.user({ is_admin: true }))
    const all = await admin.call(getNode, { params })
    assert.deepEqual([all.search_ranking, all.tags_admin], [3, ['watch']])
  })

  it("uses the desktop's terms for compatibility, like the latest version", async () => {
    const { world } = holder
    const version = await world.given.version({
      supported_os: ['POSIX :: Linux'],
      supported_accelerators: ['GPU :: NVIDIA CUDA'],
      supported_comfyui_version: '>=0.3.0,<1.0.0',
    })
    const node = await world.anonymous.call(getNode, { params: { nodeId: version.node_id } })
    for (const one of [node, node.latest_version]) {
      assert.deepEqual(one?.supported_os, ['Linux'])
      assert.deepEqual(one?.supported_accelerators, ['CUDA'])
      assert.equal(one?.supported_comfyui_version, '>=0.3.0 <1.0.0')
      assert(one && !('supported_comfyui_frontend_version' in one))
    }
  })

  it('lists nodes with mostly the same comfy-nodes, read or listed, the most similar first', async () => {
    const { world } = holder
    const named = async (id: string, names: string[], stars = 0) => {
      await world.given.node({ id, name: id, github_stars: stars })
      for (const name of names) await world.given.hint(id, name)
    }
    const names = ['Relight', 'Reglow', 'Redim', 'Reshade', 'Reflect']
    await named('lights', names, 50)
    await named('lights-fork', [...names, 'Extra'], 2)
    await named('lights-part', names.slice(0, 3))
    await named('lights-two', names.slice(0, 2))
    await named('many-lights', [...names.slice(0, 2), ...Array.from({ length: 8 }, (_, at) => `Own ${at}`)])
    const relatives = async (nodeId: string) => {
      const query = { include_counts: true }
      const node = await world.anonymous.call(getNode, { params: { nodeId }, query })
      return node.relatives?.map(({ node_id, shared, share, github_stars }) => [
        node_id,
        shared,
        share,
        github_stars,
      ])
    }
    assert.deepEqual(await relatives('lights'), [
      ['lights-fork', 5, 1, 2],
      ['lights-part', 3, 0.6, 0],
    ])
    assert.deepEqual(await relatives('lights-fork'), [
      ['lights', 5, 0.833, 50],
      ['lights-part', 3, 0.5, 0],
    ])
    assert.deepEqual(await relatives('many-lights'), [])
  })

  it('says which relative is the origin and which a fork, as far as that is known', async () => {
    const { world } = holder
    const names = ['Unhaze', 'Unfog', 'Unmist']
    const at = (path: string) => `https://github.com/${path}`
    const named = async (id: string, given: object = {}, own = names) => {
      await world.given.node({
        id,
        name: id,
        repository_url: at(`ann/${id}`),
        repository_key: `github.com/ann/${id}`,
        ...given,
      })
      for (const name of own) await world.given.hint(id, name)
    }
    await named('mist', { github_stars: 9, repository_proof: 'claim' })
    for (const id of ['mist-a', 'mist-b', 'mist-c', 'mist-d', 'mist-e']) await named(id)
    await named('mist-fork', { forked_from: 'Ann/mist' }, [...names, 'Rehaze'])
    await named('mist-stated', {}, [...names, 'Refog'])
    const version = await world.given.version({ node_id: 'mist-stated' })
    await world.given.analysis({
      version_id: version.id,
      manifest: JSON.stringify({ repository: at('Ann/Mist.git') }),
    })
    const relatives = async (nodeId: string) => {
      const query = { include_counts: true }
      const node = await world.anonymous.call(getNode, { params: { nodeId }, query })
      return node.relatives?.map(({ node_id, relation, relation_source }) =>
        [node_id, relation, relation_source].filter((one) => one !== undefined).join(' '),
      )
    }
    assert.deepEqual(await relatives('mist'), [
      'mist-a',
      'mist-b',
      'mist-fork fork code_host',
      'mist-stated fork project_file',
      'mist-c',
    ])
    assert.equal((await relatives('mist-fork'))?.[0], 'mist origin code_host')
    assert.equal((await relatives('mist-stated'))?.[0], 'mist origin project_file')
    assert.deepEqual(
      (await relatives('mist-a'))?.filter((one) => one.includes(' ')),
      [],
    )
  })

  it('calls no node the origin for a repository that its publisher has not proven to control', async () => {
    const { world } = holder
    const names = ['Rain', 'Hail', 'Snow']
    const named = async (id: string, given: object) => {
      await world.given.node({ id, name: id, ...given })
      for (const name of names) await world.given.hint(id, name)
    }
    await named('weather', { repository_key: 'github.com/bea/weather', forked_from: 'ann/weather' })
    await named('weather-squatter', { repository_key: 'github.com/ann/weather' })
    const relations = async (nodeId: string) => {
      const query = { include_counts: true }
      const node = await world.anonymous.call(getNode, { params: { nodeId }, query })
      return node.relatives?.map(({ node_id, relation }) => [node_id, relation])
    }
    assert.deepEqual(await relations('weather'), [['weather-squatter', undefined]])
    assert.deepEqual(await relations('weather-squatter'), [['weather', undefined]])
    const version = await world.given.version({ node_id: 'weather' })
    await world.given.analysis({
      version_id: version.id,
      manifest: JSON.stringify({ repository: 'https://github.com/ann/weather' }),
    })
    assert.deepEqual(await relations('weather'), [['weather-squatter', undefined]])
  })

  it('revalidates a cached response by its ETag, and replaces it on no-cache and on changes', async () => {
    const { world } = holder
    const base = await world.listen()
    const node = await world.given.node({ name: 'Before' })
    const nameOf = async (headers = {}) => {
      const answer = await fetch(`${base}/nodes/${node.id}`, { headers })
      return ((await answer.json()) as { name: string }).name
    }
    assert.equal(await nameOf(), 'Before')
    await world.deps.db.updateTable('nodes').set({ name: 'After' }).where('id', '=', node.id).execute()
    assert.equal(await nameOf(), 'Before')
    assert.equal(await nameOf({ authorization: 'Bearer expired' }), 'After')
    assert.equal(await nameOf({ 'cache-control': 'no-cache, no-store, must-revalidate' }), 'After')
    assert.equal(await nameOf(), 'After')
    const { headers } = await fetch(`${base}/nodes/${node.id}`)
    const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
    assert.equal((await fetch(`${base}/nodes/${node.id}`, again)).status, 304)
    await transact(world.deps, async (tx) => {
      await tx.updateTable('nodes').set({ name: 'Last' }).where('id', '=', node.id).execute()
      markChanged(tx, `node:${node.id}`)
    })
    assert.equal(await nameOf(), 'Last')
  })
})

describe('a node that is not cached', () => {
  it('takes one statement', async () => {
    const { world } = holder
    const node = await world.given.node()
    await world.given.version({ node_id: node.id, status: 'active' })
    ran.length = 0
    const { latest_version } = await world.anonymous.call(getNode, { params: { nodeId: node.id } })
    assert.ok(latest_version)
    assert.equal(ran.length, 1)
  })
})
