import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { searchNodes } from '@nodeyard/contract/packs'
import { useWorld } from '../../../test/world.ts'
import { reindexEverything } from './reindex.ts'

const holder = useWorld()

describe('licenses in search', () => {
  it('count as stated under any name', async () => {
    const { world } = holder
    const stated = { none: undefined, own: 'The Acme License, with blue ribbons', usual: 'MIT' }
    for (const [id, license] of Object.entries(stated)) {
      await world.given.node({ id })
      const version = await world.given.version({ node_id: id })
      await world.given.analysis({ version_id: version.id, traits: JSON.stringify({ license }) })
    }
    await reindexEverything(world.deps)
    const { facets } = await world.anonymous.call(searchNodes, { query: { facets: true } })
    const values = ['MIT', 'other', 'not_stated']
    assert.deepEqual(
      facets?.license.toSorted((a, b) => values.indexOf(a.value) - values.indexOf(b.value)),
      values.map((value) => ({ value, count: 1 })),
    )
    const { nodes } = await world.anonymous.call(searchNodes, { query: { license: 'other' } })
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['own'],
    )
  })
})
