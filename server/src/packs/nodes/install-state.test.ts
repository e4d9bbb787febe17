import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Install, installStates, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { findProviders, getNode, isHeldBack, listNodes } from '@nodeyard/contract/packs'
import { asAdmin } from '../../../test/admin.ts'
import type { Given } from '../../../test/given.ts'
import { useWorld } from '../../../test/world.ts'
import { updateEntries } from '../../discovery/catalogue/entries/update.ts'
import { findSiteFile } from '../../discovery/site-files/find.ts'

const holder = useWorld()

const repository = (id: string) => `https://code.test/acme/${id}`
let count = 0

/** How to bring a node into each state, and the install method expected then. */
const scenes: Record<string, { bring(given: Given, nodeId: string): Promise<unknown>; install: Install }> = {
  installable: {
    bring: (given, node_id) => given.version({ node_id }),
    install: { state: 'installable' },
  },
  'installable beside a version under review': {
    bring: async (given, node_id) => {
      await given.version({ node_id })
      await given.version({ node_id, version: '2.0.0', status: 'flagged', first_active_at: null })
    },
    install: { state: 'installable' },
  },
  deprecated: {
    bring: (given, node_id) =>
      given.version({ node_id, deprecated: true, deprecation_message: 'Use blur-2.' }),
    install: { state: 'deprecated', reason: 'Use blur-2.' },
  },
  'without a version': { bring: async () => {}, install: { state: 'no_version', clone: 'given' } },
  'announced, and never sent': {
    bring: (given, node_id) => given.announcedVersion({ node_id }),
    install: { state: 'no_version', clone: 'given' },
  },
  'being checked': {
    bring: (given, node_id) => given.version({ node_id, status: 'pending', first_active_at: null }),
    install: { state: 'under_review' },
  },
  'held for a moderator': {
    bring: async (given, node_id) => {
      await given.version({ node_id, yanked_at: new Date(), yank_reason: 'Too slow.' })
      await given.version({ node_id, version: '2.0.0', status: 'flagged', first_active_at: null })
    },
    install: { state: 'under_review' },
  },
  withdrawn: {
    bring: async (given, node_id) => {
      await given.version({ node_id, yanked_at: new Date(), yank_reason: 'It is slow.' })
      await given.version({
        node_id,
        version: '2.0.0',
        yanked_at: new Date(),
        yank_reason: 'It crashes on small pictures.',
      })
    },
    install: { state: 'withdrawn', reason: 'It crashes on small pictures.' },
  },
  deleted: {
    bring: (given, node_id) => given.version({ node_id, status: 'deleted' }),
    install: { state: 'withdrawn' },
  },
  'read with a danger': {
    bring: (given, node_id) => given.reading({ node_id, verdict: 'held' }),
    install: { state: 'suspicious' },
  },
  'without a version that can be loaded': {
    bring: (given, node_id) =>
      given.version({
        node_id,
        is_broken: true,
        load_failures: JSON.stringify([{ rule: 'import-missing', message: 'There is no palettes.py.' }]),
      }),
    install: { state: 'cannot_load', reason: 'There is no palettes.py.' },
  },
  refused: {
    bring: (given, node_id) => given.version({ node_id, status: 'banned' }),
    install: { state: 'refused' },
  },
  blocked: {
    bring: async (given, node_id) => {
      await given.advisory({ id: 'NYSA-2026-0001', node_id })
      await given.version({ node_id, version: '0.9.0' })
    },
    install: { state: 'blocked', advisory: 'NYSA-2026-0001' },
  },
}

async function givenNode({ bring }: (typeof scenes)[string]) {
  const { world } = holder
  const user = await world.given.user()
  const { id: publisherId } = await world.given.publisher({ owner: user })
  const id = `held-${++count}`
  const node = await world.given.node({
    id,
    publisher_id: publisherId,
    repository_url: `${repository(id)}.git`,
    repository_key: `code.test/acme/${id}`,
  })
  await world.given.hint(id, `Node of ${id}`)
  await bring(world.given, id)
  return { node, owner: world.as(user) }
}

describe('the install method of a node', () => {
  for (const [name, scene] of Object.entries(scenes)) {
    it(`matches the state "${name}", and other responses do not offer a held-back node`, async () => {
      const { world } = holder
      const { node, owner } = await givenNode(scene)
      const clone = scene.install.clone && { clone: `${repository(node.id)}.git` }
      const install = { ...scene.install, ...clone }
      const isHeld = isHeldBack(install)
      const source = isHeld ? undefined : node.repository_url
      const params = { nodeId: node.id }

      const shown = await world.anonymous.call(getNode, { params })
      assert.deepEqual([shown.install, shown.repository], [install, source])
      const { nodes } = await world.anonymous.call(listNodes, { query: { node_id: [node.id] } })
      assert.deepEqual([nodes[0]?.install, nodes[0]?.repository], [install, source])
      const { comfy_nodes } = await world.anonymous.call(findProviders, {
        body: { comfy_nodes: [{ comfy_node_name: `Node of ${node.id}`, node_id: node.id }] },
      })
      assert.deepEqual(
        comfy_nodes.map(({ provider }) => [provider?.install, provider?.repository]),
        [[install, source]],
      )
      assert.equal((await owner.call(getNode, { params })).repository, node.repository_url)
      assert.equal((await (await asAdmin(world)).call(getNode, { params })).repository, node.repository_url)

      await updateEntries(world.deps)
      const { entry, listed } = await world.deps.db
        .selectFrom('catalogue_entries')
        .selectAll()
        .where('node_id', '=', node.id)
        .executeTakeFirstOrThrow()
      assert.equal((entry ?? '').includes(node.repository_url), !isHeld)
      assert.equal((entry ?? '').includes(`"held_back":"${install.state}"`), isHeld)
      assert.equal((listed ?? '').includes(node.repository_url), !isHeld)

      for (const path of [
        `/badges/${node.id}/version.svg`,
        `/nodes/${node.id}/feed.atom`,
        `/nodes/${node.id}/feed.json`,
      ]) {
        const file = await findSiteFile(world.deps, path)
        assert.doesNotMatch(file?.body.toString() ?? '', /git clone|code\.test/, path)
      }
    })
  }

  it('is the repository for an unclaimed node, unless its versions are held back', async () => {
    const { world } = holder
    const part = { publisher_id: unclaimedPublisherId, repository_url: repository('shared') }
    const { id } = await world.given.node({
      ...part,
      repository_url: `${repository('own')}/tree/main/packs/a`,
    })
    const read = async () => (await world.anonymous.call(getNode, { params: { nodeId: id } })).install
    assert.deepEqual(await read(), { state: 'unclaimed', clone: repository('own') })
    const { id: other } = await world.given.node(part)
    await world.given.version({ node_id: other, status: 'flagged', first_active_at: null })
    const held = await world.anonymous.call(getNode, { params: { nodeId: other } })
    assert.deepEqual([held.install, held.repository], [{ state: 'under_review' }, undefined])
  })

  it('is visible to owners of a banned node and of a draft', async () => {
    const { world } = holder
    const user = await world.given.user()
    const { id: publisher_id } = await world.given.publisher({ owner: user })
    const banned = await world.given.node({ publisher_id, status: 'banned', status_detail: 'It steals.' })
    const draft = await world.given.node({ publisher_id, status: 'draft', was_public: false })
    const read = async (nodeId: string) =>
      (await world.as(user).call(getNode, { params: { nodeId } })).install
    assert.deepEqual(await read(banned.id), { state: 'banned', reason: 'It steals.' })
    assert.deepEqual(await read(draft.id), { state: 'unpublished' })
  })

  it('has a scene for every state', () => {
    const shown = Object.values(scenes).map(({ install }) => install.state)
    const others = ['unclaimed', 'banned', 'unpublished']
    assert.deepEqual(new Set([...shown, ...others]), new Set(installStates))
  })
})
