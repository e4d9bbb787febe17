import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getNode, searchNodes } from '@nodeyard/contract/packs'
import { useWorld } from '../../../test/world.ts'
import { reindexEverything } from './reindex.ts'

const holder = useWorld()

const stated = {
  none: undefined,
  own: 'The Acme License, with blue ribbons',
  usual: 'MIT',
  either: 'MIT OR GPL-3.0-or-later',
  both: 'MIT AND CC-BY-NC-4.0',
  closed: 'CC-BY-NC-SA-4.0',
}

describe('licenses in search', () => {
  it('are those that a user can choose, and count as stated under any name', async () => {
    const { world } = holder
    for (const [id, license] of Object.entries(stated)) {
      await world.given.node({ id })
      const version = await world.given.version({ node_id: id })
      await world.given.analysis({ version_id: version.id, traits: JSON.stringify({ license }) })
    }
    await reindexEverything(world.deps)
    const found = async (license: string) => {
      const { nodes } = await world.anonymous.call(searchNodes, { query: { license } })
      return nodes.map(({ id }) => id).sort()
    }
    for (const [license, ids] of Object.entries({
      MIT: ['either', 'usual'],
      mit: ['either', 'usual'],
      'GPL-3.0': ['either'],
      'GPL-3.0-or-later': ['either'],
      'MIT AND CC-BY-NC-4.0': ['both'],
      'CC-BY-NC-4.0': [],
      'CC-BY-NC-SA-4.0': ['closed'],
      commercial_use: ['either', 'usual'],
      other: ['own'],
      not_stated: ['none'],
    }))
      assert.deepEqual(await found(license), ids, license)
    const { facets } = await world.anonymous.call(searchNodes, { query: { facets: true } })
    const counts = Object.fromEntries(facets?.license.map(({ value, count }) => [value, count]) ?? [])
    assert.deepEqual(counts, {
      MIT: 2,
      commercial_use: 2,
      'GPL-3.0': 1,
      'CC-BY-NC-4.0 AND MIT': 1,
      'CC-BY-NC-SA-4.0': 1,
      other: 1,
      not_stated: 1,
    })
  })

  it('tell on the page whether they allow commercial use', async () => {
    const uses = Object.keys(stated).map(async (nodeId) => [
      nodeId,
      (await holder.world.anonymous.call(getNode, { params: { nodeId } })).commercial_use,
    ])
    assert.deepEqual(Object.fromEntries(await Promise.all(uses)), {
      none: undefined,
      own: undefined,
      usual: 'allowed',
      either: 'allowed',
      both: 'forbidden',
      closed: 'forbidden',
    })
  })
})
