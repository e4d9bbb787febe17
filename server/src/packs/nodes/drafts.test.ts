import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  banNode,
  bulkVersions,
  createNode,
  findProviders,
  getNode,
  getNodeDownloads,
  listNodes,
  listPublisherNodes,
  listPublisherNodesPaged,
  listVersions,
  reviewNode,
  searchNodes,
  updateNode,
} from '@nodeyard/contract/packs'
import { listNodesForAdmins, moderateVersion, reportAbuse } from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { type AnnounceAnswer, announce, publish, upload } from '../../../test/command-line-client.ts'
import { buildPack } from '../../../test/pack.ts'
import { refused } from '../../../test/refused.ts'
import { useWorld } from '../../../test/world.ts'
import { updateEntries } from '../../discovery/catalogue/entries/update.ts'
import { createTokenFor } from '../../operator/publishers.ts'

const holder = useWorld()

const flaggedCode = 'import base64\nexec(base64.b64decode("cHJpbnQoMSk="))\nNODE_CLASS_MAPPINGS = {}\n'

async function givenPublisher() {
  const { world } = holder
  const apiUrl = await world.listen()
  const user = await world.given.user()
  const { id: publisherId } = await world.given.publisher({ owner: user })
  const token = await createTokenFor(world.deps, publisherId, 'test')
  const nodeId = `${publisherId}-blur`
  const owner = world.as(user)
  const path = { params: { publisherId, nodeId } }
  return { apiUrl, publisherId, token, nodeId, owner, path, archive: buildPack({ id: nodeId }) }
}

type Publisher = Awaited<ReturnType<typeof givenPublisher>>

/** Every place where an anonymous reader could find a node. */
async function publicTraces({ publisherId, nodeId }: Publisher): Promise<string[]> {
  const { world } = holder
  const anyone = world.anonymous
  const lists: Record<string, () => Promise<{ id: string }[]>> = {
    list: async () => (await anyone.call(listNodes, { query: { limit: 100, latest: true } })).nodes,
    banned: async () => (await anyone.call(listNodes, { query: { limit: 100, include_banned: true } })).nodes,
    named: async () => (await anyone.call(listNodes, { query: { node_id: [nodeId] } })).nodes,
    search: async () => (await anyone.call(searchNodes, { query: { search: nodeId } })).nodes,
    bannedSearch: async () =>
      (await anyone.call(searchNodes, { query: { search: nodeId, include_banned: true } })).nodes,
    repository: async () =>
      (await anyone.call(searchNodes, { query: { repository_url_search: nodeId } })).nodes,
    ofPublisher: () => anyone.call(listPublisherNodes, { params: { publisherId } }),
    paged: async () => (await anyone.call(listPublisherNodesPaged, { params: { publisherId } })).nodes,
    versions: async () =>
      (await anyone.call(listVersions, { query: { nodeId } })).versions.map(({ node_id }) => ({
        id: node_id,
      })),
    resolved: async () =>
      (
        await anyone.call(findProviders, {
          body: { comfy_nodes: [{ comfy_node_name: 'AcmeBlur', node_id: nodeId }] },
        })
      ).comfy_nodes.flatMap(({ provider }) => (provider ? [{ id: provider.node_id }] : [])),
    bulk: async () =>
      (
        await anyone.call(bulkVersions, {
          body: { node_versions: [{ node_id: nodeId, version: '1.0.0' }] },
        })
      ).node_versions.flatMap(({ node_version }) => (node_version ? [{ id: node_version.node_id }] : [])),
  }
  const found: string[] = []
  for (const [name, read] of Object.entries(lists)) {
    if ((await read()).some(({ id }) => id === nodeId)) found.push(name)
  }
  for (const path of [
    `/nodes/${nodeId}`,
    `/nodes/${nodeId}/versions`,
    `/nodes/${nodeId}/versions/1.0.0`,
    `/nodes/${nodeId}/install`,
    `/nodes/${nodeId}/install?version=1.0.0`,
    `/nodes/${nodeId}/downloads`,
    `/nodes/${nodeId}/versions/1.0.0/node.zip`,
  ]) {
    if ((await world.inject({ method: 'GET', url: path })).statusCode !== 404) found.push(path)
  }
  await updateEntries(world.deps)
  const entries = await world.deps.db
    .selectFrom('catalogue_entries')
    .select('node_id')
    .where('node_id', '=', nodeId)
    .where('entry', 'is not', null)
    .execute()
  return [...found, ...entries.map(() => 'catalogue')]
}

const totalOf = async ({ publisherId }: Publisher) => {
  const { anonymous } = holder.world
  const page = await anonymous.call(listPublisherNodesPaged, { params: { publisherId } })
  return [page.total, page.nodes.length]
}

describe('a node that never had an active version', () => {
  const stages: Record<string, (who: Publisher) => Promise<unknown>> = {
    announced: (who) => announce({ ...who, node: { repository: `https://github.com/acme/${who.nodeId}` } }),
    received: (who) => publish(who),
    flagged: async (who) => {
      await publish({
        ...who,
        archive: buildPack({ id: who.nodeId, files: { '__init__.py': flaggedCode } }),
      })
      await holder.world.runJobs()
    },
    refused: async (who) => {
      await stages['flagged']?.(who)
      await (await asAdmin(holder.world)).call(moderateVersion, {
        params: { nodeId: who.nodeId, version: '1.0.0' },
        body: { status: 'NodeVersionStatusBanned', status_reason: 'It steals.' },
      })
    },
    created: ({ owner, publisherId, nodeId }) =>
      owner.call(createNode, { params: { publisherId }, body: { id: nodeId, name: 'Made by hand' } }),
    banned: async (who) => {
      await stages['flagged']?.(who)
      await (await asAdmin(holder.world)).call(banNode, who.path)
    },
  }
  for (const [stage, bring] of Object.entries(stages)) {
    it(`appears nowhere once ${stage}`, async () => {
      const who = await givenPublisher()
      await bring(who)
      assert.deepEqual(await publicTraces(who), [])
      assert.deepEqual(await totalOf(who), [0, 0])
    })
  }

  it('is visible to its owner and to admins, in lists and by its id', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await announce({ ...who, node: { name: 'Blur of tomorrow' } })
    const { publisherId, nodeId } = who
    for (const reader of [who.owner, await asAdmin(world)]) {
      const { name, install } = await reader.call(getNode, { params: { nodeId } })
      assert.deepEqual([name, install.state], ['Blur of tomorrow', 'unpublished'])
      for (const query of [{}, { include_banned: false }, { include_banned: true }]) {
        const page = await reader.call(listPublisherNodesPaged, { params: { publisherId }, query })
        assert.deepEqual([page.total, page.nodes.map(({ id }) => id)], [1, [nodeId]])
      }
      const { nodes } = await reader.call(listNodes, { query: { node_id: [nodeId] } })
      assert.deepEqual(
        nodes.map(({ id }) => id),
        [nodeId],
      )
    }
    const found = await (await asAdmin(world)).call(listNodesForAdmins, { query: { search: nodeId } })
    assert.deepEqual([found.total, found.nodes[0]?.status], [1, 'NodeStatusActive'])
  })

  it('does not exist for other publishers, reviews and reports', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await announce(who)
    const { nodeId } = who
    const stranger = world.as(await world.given.user())
    await refused('node_not_found', stranger.call(getNode, { params: { nodeId } }))
    await refused('node_not_found', stranger.call(getNodeDownloads, { params: { nodeId } }))
    await refused('node_not_found', stranger.call(reviewNode, { params: { nodeId }, query: { star: 5 } }))
    await refused(
      'node_not_found',
      stranger.call(reportAbuse, { params: { nodeId }, body: { kind: 'malware', text: 'It is bad.' } }),
    )
  })

  it('becomes public once its version is active, also when a moderator approves it', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await stages['flagged']?.(who)
    await (await asAdmin(world)).call(moderateVersion, {
      params: { nodeId: who.nodeId, version: '1.0.0' },
      body: { status: 'NodeVersionStatusActive', status_reason: 'Looked at.' },
    })
    const { install } = await world.anonymous.call(getNode, { params: { nodeId: who.nodeId } })
    assert.equal(install.state, 'installable')
    assert.deepEqual(await totalOf(who), [1, 1])
  })

  it('stays hidden when a ban of its publisher is lifted', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await announce(who)
    const admin = await asAdmin(world)
    await admin.call(banNode, who.path)
    await admin.call(updateNode, { ...who.path, body: { status: 'NodeStatusActive' } })
    assert.deepEqual(await publicTraces(who), [])
    assert.equal(
      (await who.owner.call(getNode, { params: { nodeId: who.nodeId } })).status,
      'NodeStatusActive',
    )
  })

  it('does not become public when an admin sends the whole node back', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await announce(who)
    const admin = await asAdmin(world)
    const node = await admin.call(getNode, { params: { nodeId: who.nodeId } })
    await admin.call(updateNode, { ...who.path, body: { ...node, category: 'image' } })
    assert.deepEqual(await publicTraces(who), [])
  })
})

describe('node details in an announcement', () => {
  const words = (who: Publisher) => holder.world.anonymous.call(getNode, { params: { nodeId: who.nodeId } })
  const sendVersion = async (who: Publisher, version: string, node: Record<string, unknown>) => {
    const answer = (await (await announce({ ...who, version, node })).json()) as AnnounceAnswer
    return () => upload(answer.signedUrl, buildPack({ id: who.nodeId, version }))
  }

  it('become public with the version, not before', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await publish({ ...who, node: { description: 'Old words', name: 'Old' } })
    await world.runJobs()
    const send = await sendVersion(who, '1.0.1', {
      name: 'New',
      description: 'New words',
      icon: 'https://example.test/new.png',
      repository: `https://github.com/acme/other-${who.nodeId}`,
    })
    const shown = async () => {
      const { name, description, icon, repository } = await words(who)
      return [name, description, icon, repository]
    }
    const before = ['Old', 'Old words', undefined, `https://github.com/acme/${who.nodeId}`]
    assert.deepEqual(await shown(), before)
    await send()
    assert.deepEqual(await shown(), before)
    await world.runJobs()
    assert.deepEqual(await shown(), [
      'New',
      'New words',
      'https://example.test/new.png',
      `https://github.com/acme/other-${who.nodeId}`,
    ])
  })

  it('never become public when the version fails', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await publish({ ...who, node: { description: 'Old words' } })
    await world.runJobs()
    await publish({
      ...who,
      version: '1.0.1',
      node: { description: 'Bad words' },
      archive: buildPack({ id: who.nodeId, version: '1.0.1', files: { '__init__.py': flaggedCode } }),
    })
    await world.runJobs()
    assert.equal((await words(who)).description, 'Old words')
    await publish({
      ...who,
      version: '1.0.2',
      node: { description: 'Good words' },
      archive: buildPack({ id: who.nodeId, version: '1.0.2' }),
    })
    await world.runJobs()
    assert.equal((await words(who)).description, 'Good words')
  })

  for (const order of [
    ['1.1.0', '1.2.0'],
    ['1.2.0', '1.1.0'],
  ]) {
    it(`come from the highest active version when ${order.join(' is listed before ')}`, async () => {
      const { world } = holder
      const who = await givenPublisher()
      const sends = new Map([
        ['1.1.0', await sendVersion(who, '1.1.0', { description: 'Of 1.1.0' })],
        ['1.2.0', await sendVersion(who, '1.2.0', { description: 'Of 1.2.0' })],
      ])
      for (const version of order) {
        await sends.get(version)?.()
        await world.runJobs()
      }
      assert.equal((await words(who)).description, 'Of 1.2.0')
    })
  }

  it('do not overwrite later changes by the owner', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await publish({ ...who, node: { description: 'Old words' } })
    await world.runJobs()
    const send = await sendVersion(who, '1.0.1', { description: 'New words', author: 'Ada' })
    await who.owner.call(updateNode, { ...who.path, body: { description: 'Said by hand' } })
    await send()
    await world.runJobs()
    const after = await words(who)
    assert.deepEqual([after.description, after.author], ['Said by hand', 'Ada'])
  })

  it('come from the last announcement when a version is announced again', async () => {
    const { world } = holder
    const who = await givenPublisher()
    await sendVersion(who, '1.0.0', { description: 'First words' })
    const send = await sendVersion(who, '1.0.0', { description: 'Second words' })
    await send()
    await world.runJobs()
    assert.equal((await words(who)).description, 'Second words')
  })
})
