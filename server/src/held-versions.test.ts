import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createCollection,
  getCollection,
  planInstallation,
  updateCollection,
} from '@nodeyard/contract/discovery'
import { addressOf, type InputOf, type Route } from '@nodeyard/contract/ground'
import * as packs from '@nodeyard/contract/packs'
import {
  findProviders,
  getNodeOfComfyNode,
  getPublishReport,
  identifyNodes,
  listPublishReports,
} from '@nodeyard/contract/packs'
import { routeGroups } from '@nodeyard/contract/routes'
import {
  copyCompatibility,
  createUnclaimedNode,
  getReview,
  listNodesForAdmins,
  moderateVersion,
  undoDecision,
  updateNodeAsAdmin,
} from '@nodeyard/contract/safety'
import { buildPack } from '../test/pack.ts'
import { receivedChanges } from '../test/received-changes.ts'
import { useWorld } from '../test/world.ts'
import type { VersionStatus } from './ground/db/schema.ts'
import { signAdminToken } from './people/identity/admin-token.ts'
import { toActor } from './people/identity/users.ts'

const holder = useWorld()

const editors = ['owner', 'token', 'admin'] as const
const others = ['anonymous', 'user', 'member', 'otherOwner', 'tokenOfOther', 'tokenOfOtherPack'] as const
const callers = [...editors, ...others]
type Caller = (typeof callers)[number]

/** A pack with version 1.0.0, and version 1.1.0 in the given state. `announced` has no archive yet. */
async function makeScene(state: VersionStatus | 'announced') {
  const { given } = holder.world
  const owner = await given.user()
  const publisher = await given.publisher({ owner })
  const { id } = await given.node({ publisher_id: publisher.id })
  const [member, otherOwner, user, admin] = await given.strangersTo(publisher.id)
  assert(member && otherOwner && user && admin)
  const digestOf = (version: string) => given.archive(buildPack({ id, version }))
  const first = await given.version({ node_id: id, archive_digest: await digestOf('1.0.0') })
  const version =
    state === 'announced'
      ? await given.announcedVersion({ node_id: id, version: '1.1.0' })
      : await given.version({
          node_id: id,
          version: '1.1.0',
          status: state,
          archive_digest: await digestOf('1.1.0'),
          ...(state === 'banned' || state === 'deleted' ? { first_active_at: holder.world.now() } : {}),
        })
  for (const { id: version_id, extract_status } of [first, version])
    if (extract_status === 'success') await given.comfyNode({ version_id, name: `Blur of ${id}` })
  const secretOf = async (part: Parameters<typeof given.token>[0]) => (await given.token(part)).secret
  const secrets: Record<Caller, string | undefined> = {
    anonymous: undefined,
    owner: await holder.world.tokenOf(owner),
    user: await holder.world.tokenOf(user),
    member: await holder.world.tokenOf(member),
    otherOwner: await holder.world.tokenOf(otherOwner),
    admin: await holder.world.tokenOf(admin),
    token: await secretOf({ publisher_id: publisher.id }),
    tokenOfOther: await secretOf({ publisher_id: (await given.publisher()).id }),
    tokenOfOtherPack: await secretOf({ publisher_id: publisher.id, node_ids: ['another'] }),
  }
  const send = (caller: Caller, path: string, init: RequestInit = {}) =>
    holder.world.fetch(`http://registry.test${path}`, {
      ...init,
      headers: {
        ...init.headers,
        ...(secrets[caller] === undefined ? {} : { authorization: `Bearer ${secrets[caller]}` }),
      },
    })
  return { id, publisherId: publisher.id, admin, send, zip: `/nodes/${id}/versions/1.1.0/node.zip` }
}

type Scene = Awaited<ReturnType<typeof makeScene>>

/** Which callers of a route get the address of a held archive. */
type Gives =
  /** Its editors and moderators. */
  | 'editors'
  /** No caller. */
  | 'nobody'
  /** Only editors and moderators can call it; other tests check that. */
  | 'closed'
  /** It describes the latest version alone, which is active. */
  | 'latest'

interface Row {
  gives: Gives
  input?: ((scene: Scene) => object) | undefined
}

const rows = new Map<Route, Row>()
const row = <R extends Route>(route: R, gives: Gives, input?: (scene: Scene) => InputOf<R>) =>
  rows.set(route as unknown as Route, { gives, input: input as Row['input'] })

const ofVersion = ({ id }: Scene) => ({ params: { nodeId: id, version: '1.1.0' } })
row(packs.installNode, 'editors', ({ id }) => ({ params: { nodeId: id }, query: { version: '1.1.0' } }))
row(packs.getNodeVersion, 'editors', ofVersion)
row(packs.listNodeVersions, 'editors', ({ id }) => ({ params: { nodeId: id } }))
row(packs.listVersions, 'editors', ({ id }) => ({ query: { nodeId: id } }))
row(packs.bulkVersions, 'nobody', ({ id }) => ({
  body: { node_versions: [{ node_id: id, version: '1.1.0' }] },
}))
row(findProviders, 'nobody', ({ id }) => ({
  body: { comfy_nodes: [{ comfy_node_name: `Blur of ${id}`, node_id: id, version: '1.1.0' }] },
}))
row(identifyNodes, 'nobody', ({ id }) => ({ body: { nodes: [{ node_id: id, version: '1.1.0' }] } }))
row(planInstallation, 'nobody', ({ id }) => ({
  body: { packs: [{ node_id: id, version: '1.1.0' }], machine: { python: '3.12', os: 'linux' as const } },
}))
row(packs.getNode, 'latest', ({ id }) => ({ params: { nodeId: id } }))
row(packs.listNodes, 'latest', ({ id }) => ({ query: { node_id: [id] } }))
row(packs.searchNodes, 'latest', ({ id }) => ({ query: { search: id } }))
row(packs.listPublisherNodes, 'latest', ({ publisherId }) => ({ params: { publisherId } }))
row(packs.listPublisherNodesPaged, 'latest', ({ publisherId }) => ({
  params: { publisherId },
  query: { include_newest: true },
}))
row(getNodeOfComfyNode, 'latest', ({ id }) => ({ params: { comfyNodeName: `Blur of ${id}` } }))
for (const route of [packs.createNode, packs.updateNode, packs.reviewNode, packs.acceptTransfer])
  row(route as unknown as Route, 'latest')
for (const route of [packs.uploadNodePicture, packs.removeNodePicture])
  row(route as unknown as Route, 'latest')
for (const route of [createUnclaimedNode, updateNodeAsAdmin, copyCompatibility, listNodesForAdmins])
  row(route as unknown as Route, 'latest')
for (const route of [createCollection, getCollection, updateCollection])
  row(route as unknown as Route, 'latest')
for (const route of [getPublishReport, listPublishReports, getReview, undoDecision, moderateVersion])
  row(route as unknown as Route, 'closed')
for (const route of [packs.publishVersion, packs.updateVersion, packs.yankVersion, packs.unyankVersion])
  row(route as unknown as Route, 'closed')

/** Archives outside the contract. */
const archives: Record<string, Gives> = {
  '/nodes/:nodeId/versions/:version/node.zip': 'editors',
  '/admin/nodes/:nodeId/versions/:version/node.zip': 'closed',
  // A reading of a repository, not a version.
  '/nodes/:nodeId/readings/:commit/source.zip': 'nobody',
}

function requestOf(route: Route, input: object | undefined): [path: string, init: RequestInit] {
  const { params, query, body } = (input ?? {}) as Record<string, Record<string, unknown> | undefined>
  const init = {
    method: route.method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  }
  return [addressOf(route, params, query), init]
}

describe('held versions', () => {
  it('have a rule for each route that can return an archive or its address', async () => {
    const named = Object.values(routeGroups)
      .flatMap((group): Route[] => Object.values(group))
      .filter(({ response }) => JSON.stringify(response).includes('"downloadUrl"'))
    assert.deepEqual(
      named.filter((route) => !rows.has(route)).map(({ method, path }) => `${method} ${path}`),
      [],
    )
    await holder.world.app.fastify.ready()
    const mounted = holder.world.app.fastify.printRoutes({ commonPrefix: false })
    const names = Object.keys(archives).map((path) => path.split('/').at(-1))
    const zips = mounted.match(/[^/\s]*\.zip/g) ?? []
    assert.equal(zips.length, Object.keys(archives).length, mounted)
    assert.deepEqual(new Set(zips), new Set(names))
  })

  for (const state of ['announced', 'pending', 'flagged', 'active', 'banned', 'deleted'] as const)
    it(`install and download for the right callers: ${state}`, async () => {
      const scene = await makeScene(state)
      const expected = (caller: Caller) => {
        if (state === 'active') return '200'
        if (state !== 'pending' && state !== 'flagged') return '404'
        return editors.some((one) => one === caller) ? '200' : '403 version_held'
      }
      const answerTo = async (caller: Caller, path: string, init?: RequestInit) => {
        const response = await scene.send(caller, path, init)
        if (response.ok) return String(response.status)
        const { error } = (await response.json()) as { error: string }
        return response.status === 404 ? '404' : `${response.status} ${error}`
      }
      for (const caller of callers) {
        const installed = await answerTo(caller, `/nodes/${scene.id}/install?version=1.1.0`)
        assert.equal(installed, expected(caller), `${caller} installs`)
        assert.equal(await answerTo(caller, scene.zip), expected(caller), `${caller} downloads`)
        const latest = await scene.send(caller, `/nodes/${scene.id}/install`)
        const { version } = (await latest.json()) as { version: string }
        assert.equal(version, state === 'active' ? '1.1.0' : '1.0.0', `${caller} installs the latest`)
      }
    })

  for (const state of ['pending', 'flagged'] as const)
    it(`have no address in responses to others: ${state}`, async () => {
      const scene = await makeScene(state)
      for (const [route, { gives, input }] of rows) {
        if (!input) continue
        for (const caller of callers) {
          const [path, init] = requestOf(route, input(scene))
          const response = await scene.send(caller, path, init)
          const mayGet = gives === 'editors' && editors.some((one) => one === caller)
          const text = await response.text()
          assert.equal(text.includes(scene.zip), mayGet, `${path} to ${caller}: ${text}`)
          if (route !== packs.installNode) assert.equal(response.status, 200, `${path} to ${caller}`)
        }
      }
    })

  it('are refused to cached, conditional and partial requests, and come back with their release', async () => {
    const { world } = holder
    const scene = await makeScene('active')
    const { id, zip } = scene
    const install = `/nodes/${id}/install?version=1.1.0`
    const base = await world.listen()
    const ask = (path: string, init?: RequestInit) => fetch(base + path, init)
    const moderate = async (status: 'NodeVersionStatusFlagged' | 'NodeVersionStatusActive') => {
      const { token } = await signAdminToken(world.deps, toActor(scene.admin))
      const [path, init] = requestOf(moderateVersion as unknown as Route, {
        params: { nodeId: id, version: '1.1.0' },
        body: { status, status_reason: 'Looked at.' },
      })
      const headers = { ...init.headers, authorization: `Bearer ${token}` }
      assert.equal((await ask(path, { ...init, headers })).status, 200)
    }
    const numberOf = async (response: Promise<Response>) =>
      ((await (await response).json()) as { version?: string }).version
    await receivedChanges(world.deps)
    const before = await ask(zip)
    const etag = before.headers.get('etag') ?? ''
    assert.equal((await before.arrayBuffer()).byteLength, Number(before.headers.get('content-length')))
    assert.equal(await numberOf(ask(install)), '1.1.0')
    assert.equal((await ask(zip, { headers: { 'if-none-match': etag } })).status, 304)

    await moderate('NodeVersionStatusFlagged')
    assert.equal((await scene.send('owner', zip)).headers.get('cache-control'), 'private, no-store')
    for (const init of [
      {},
      { method: 'HEAD' },
      { headers: { 'if-none-match': etag } },
      { headers: { range: 'bytes=0-99', 'if-range': etag } },
      { headers: { authorization: 'Bearer nobody' } },
    ]) {
      const refused = await ask(zip, init)
      assert.equal(refused.status, 403, JSON.stringify(init))
      assert.equal(refused.headers.get('cache-control'), 'no-store')
      assert.equal(refused.headers.get('etag'), null)
    }
    const refused = await ask(install)
    const { error, message, details } = (await refused.json()) as {
      error: string
      message: string
      details: string[]
    }
    const page = `${world.deps.config.siteUrl}/nodes/${id}/versions/1.1.0`
    assert.deepEqual([refused.status, error, details], [403, 'version_held', [page]])
    assert(message.includes(page))
    assert.equal(await numberOf(ask(`/nodes/${id}/install`)), '1.0.0')
    const node = (await (await ask(`/nodes/${id}`)).json()) as { latest_version: { version: string } }
    assert.equal(node.latest_version.version, '1.0.0')
    const installs = async () => {
      await world.deps.installs.flush()
      const counted = world.deps.db.selectFrom('nodes').select('downloads').where('id', '=', id)
      return (await counted.executeTakeFirstOrThrow()).downloads
    }
    const counted = await installs()
    await ask(install)
    assert.equal(await installs(), counted)

    await moderate('NodeVersionStatusActive')
    assert.equal((await ask(zip, { headers: { range: 'bytes=0-99' } })).status, 206)
    assert.equal(await numberOf(ask(install)), '1.1.0')
    assert.equal(await numberOf(ask(`/nodes/${id}/install`)), '1.1.0')
  })

  it('never serve their archive to the editors of another pack with the same bytes', async () => {
    const { given } = holder.world
    const owner = await given.user()
    const publisher = await given.publisher({ owner })
    const held = await given.version({ status: 'flagged' })
    const own = await given.node({ publisher_id: publisher.id })
    await given.version({ node_id: own.id, archive_digest: held.archive_digest })
    const response = await holder.world.fetch(
      `http://registry.test/nodes/${held.node_id}/versions/1.0.0/node.zip`,
      { headers: { authorization: `Bearer ${await holder.world.tokenOf(owner)}` } },
    )
    assert.equal(response.status, 403)
  })

  it('are served to the editors alone if they are the first of a draft', async () => {
    const { given } = holder.world
    const owner = await given.user()
    const publisher = await given.publisher({ owner })
    const { id } = await given.node({ publisher_id: publisher.id, status: 'draft', was_public: false })
    const archive_digest = await given.archive(buildPack({ id }))
    await given.version({ node_id: id, status: 'flagged', archive_digest })
    const { secret } = await given.token({ publisher_id: publisher.id })
    const { secret: foreign } = await given.token({ publisher_id: (await given.publisher()).id })
    for (const path of [`/nodes/${id}/install?version=1.0.0`, `/nodes/${id}/versions/1.0.0/node.zip`])
      for (const [token, status] of [
        [secret, 200],
        [await holder.world.tokenOf(owner), 200],
        [foreign, 404],
        ['', 404],
      ] as const) {
        const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
        const response = await holder.world.fetch(`http://registry.test${path}`, { headers })
        assert.equal(response.status, status, `${path} ${token}`)
      }
  })

  it('recorded in a workflow give way to the latest version, with a notice', async () => {
    const { id } = await makeScene('flagged')
    const { comfy_nodes } = await holder.world.anonymous.call(findProviders, {
      body: { comfy_nodes: [{ comfy_node_name: `Blur of ${id}`, node_id: id, version: '1.1.0' }] },
    })
    assert.equal(comfy_nodes[0]?.provider?.version?.version, '1.0.0')
    assert.deepEqual(comfy_nodes[0]?.notices, ['recorded_version_held'])
  })

  it('are left out of plans as held back', async () => {
    const { id } = await makeScene('pending')
    const { left_out } = await holder.world.anonymous.call(planInstallation, {
      body: { packs: [{ node_id: id, version: '1.1.0' }], machine: { python: '3.12', os: 'linux' as const } },
    })
    assert.deepEqual(left_out, [{ name: id, reason: 'held_back' }])
  })
})
