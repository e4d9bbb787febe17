import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listNodes, searchNodes } from '@nodeyard/contract/packs'
import { readEntry } from '../../server/src/discovery/import/entry.ts'
import { violations } from '../../server/src/invariants.ts'
import { useWorld } from '../../server/test/world.ts'
import { generateList } from './list.ts'
import { generateRows } from './rows.ts'
import { writeData } from './write.ts'

const now = new Date('2026-01-15T12:00:00Z')
const holder = useWorld()

describe('generated data', () => {
  it('satisfies every invariant, and is listed and found', async () => {
    const { deps, anonymous } = holder.world
    await writeData(deps.db, { nodes: 60, seed: 1, now }, () => {})
    assert.deepEqual(await violations(deps.database), [])
    const { total, nodes } = await anonymous.call(listNodes, { query: { limit: 100 } })
    assert.ok(total > 50)
    const [first] = nodes.toSorted((a, b) => (b.downloads ?? 0) - (a.downloads ?? 0))
    const found = await anonymous.call(searchNodes, { query: { search: first?.name ?? '' } })
    assert.ok(found.nodes.some(({ id }) => id === first?.id))
  })

  it('is deterministic by seed', () => {
    const rowsOf = (seed: number) => JSON.stringify([...generateRows({ nodes: 30, seed, now })])
    assert.equal(rowsOf(1), rowsOf(1))
    assert.notEqual(rowsOf(1), rowsOf(2))
  })

  it('makes a list of packs by seed, whose entries are all accepted', () => {
    const list = (seed: number) => generateList({ packs: 500, seed, now })
    assert.deepEqual(list(1), list(1))
    assert.notDeepEqual(list(1), list(2))
    for (const entry of list(1)) assert.equal(typeof readEntry(JSON.stringify(entry)), 'object', entry.id)
    assert.equal(new Set(list(1).map(({ id }) => id.replaceAll('-', ''))).size, 500)
  })

  it('concentrates installs and versions on few nodes, and uses many scripts', () => {
    const nodes = [...generateRows({ nodes: 600, seed: 1, now })].flatMap((rows) => rows.nodes ?? [])
    const downloads = nodes.map((node) => Number(node.downloads)).sort((a, b) => b - a)
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
    assert.ok(sum(downloads.slice(0, 60)) > sum(downloads) / 2)
    for (const script of ['Latin', 'Cyrillic', 'Han', 'Hiragana', 'Hangul', 'Arabic']) {
      const letters = new RegExp(`\\p{sc=${script}}`, 'u')
      assert.ok(
        nodes.some((node) => letters.test(String(node.description))),
        script,
      )
    }
  })
})
