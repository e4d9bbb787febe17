import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Chance } from '../../../../../bench/data/chance.ts'
import { askedTexts } from '../../../../../bench/data/questions.ts'
import { sizeFor } from '../../../../../bench/data/size.ts'
import { writeData } from '../../../../../bench/data/write.ts'
import { useWorld } from '../../../../test/world.ts'
import {
  bothOf,
  parseText,
  toComfyNodeCondition,
  toComfyNodeRelevance,
  toCondition,
  toExactCondition,
  toLooseCondition,
  toLooseRelevance,
  toRelevance,
} from '../query.ts'
import {
  countEntries,
  countFacets,
  countTags,
  listBest,
  listByPopularity,
  listEntryVersions,
  listNewestSince,
  readEntries,
  type SearchFilter,
  tierCount,
} from '../sql.ts'
import { EntryIndex, wholly } from './entry-index.ts'

const holder = useWorld()
const now = new Date('2026-01-15T12:00:00Z')
const limits = { compared: 20, exact: 5, counted: 60 }

/** An index of all entries, put in a few at a time. */
async function readIndex(atOnce: number, mostOfSegment?: number) {
  const { db } = holder.world.deps
  const ids = (await listEntryVersions(db, '', 1000)).map(({ nodeId }) => nodeId)
  const index = new EntryIndex(tierCount, mostOfSegment)
  for (let at = 0; at < ids.length; at += atOnce) index.put(await readEntries(db, ids.slice(at, at + atOnce)))
  return { index, ids }
}

/** Conditions as searches make them. */
function filtersOf(text: string): SearchFilter[] {
  const query = parseText(text)
  if (!query) return []
  return [
    { condition: toCondition(query) },
    { condition: toLooseCondition(query) },
    { condition: toComfyNodeCondition(query) },
    { condition: `${bothOf([toCondition(query), toLooseCondition(query)])} & '#spublished'` },
    { condition: toLooseCondition(query), changedAfter: new Date(now.getTime() - 90 * 86_400_000) },
  ]
}

test('the index finds, orders and counts what the database does', async () => {
  const { deps } = holder.world
  await writeData(deps.db, sizeFor(240, { now }), () => {})
  // So few would all be in the first tier.
  await deps.db.updateTable('node_search').set({ tier: 2 }).where('popularity', '<', 2).execute()
  await deps.db.updateTable('node_search').set({ tier: 4 }).where('popularity', '<', 1.5).execute()
  const { index, ids } = await readIndex(7)
  assert.equal(index.size, ids.length)
  // Here words have enough postings that those are remembered.
  const tidied = (await readIndex(60)).index
  assert.ok([...tidied.tidy(wholly)].length > 0)
  const nodes = await deps.db
    .selectFrom('nodes')
    .select(['name', 'publisher_id as publisherId', 'tags'])
    .execute()
  const comfyNodes = (await deps.db.selectFrom('comfy_nodes').select('name').execute()).map(
    ({ name }) => name,
  )
  const texts = askedTexts(new Chance(5), { nodes, comfyNodes }, 14).map(({ text }) => text)
  const relevances = [toRelevance, toLooseRelevance, toComfyNodeRelevance]
  let asked = 0
  let found = 0
  for (const text of [...texts, 'i', 'im', '图', 'save image', 'ksampler advanced efficient']) {
    const query = parseText(text)
    for (const filter of filtersOf(text)) {
      if (!query) continue
      const relevance = relevances[asked++ % relevances.length]?.(query)
      const order = { exact: toExactCondition(query), relevance }
      const best = await listBest(deps.db, filter, order, limits)
      for (const one of [index, tidied])
        assert.deepEqual(one.listBest(filter, order, limits), best, `${text}: ${filter.condition}`)
      found += best.total
      const part = { limit: 10, offset: 5 }
      assert.deepEqual(
        index.listByPopularity(filter, order, part),
        await listByPopularity(deps.db, filter, order, part),
      )
      assert.equal(index.countEntries(filter, 50), await countEntries(deps.db, filter, 50))
      const newest = { ...part, since: new Date(0) }
      assert.deepEqual(
        index.listLastChanged(filter, part).ids,
        (await listNewestSince(deps.db, filter, 'updated', newest)).ids,
      )
      const since = [new Date(now.getTime() - 30 * 86_400_000), new Date(0)]
      const facets = await countFacets(deps.db, filter, since, 30)
      const sorted = (counts: typeof facets) =>
        counts.facets.map(({ facet, count }) => `${facet} ${count}`).sort()
      const ofIndex = index.countFacets(filter, since, 30)
      assert.deepEqual([sorted(ofIndex), ofIndex.changed], [sorted(facets), facets.changed])
    }
  }
  assert.ok(found > 300)
})

test('all entries are ordered and counted as by the database, also after some have changed and gone', async () => {
  const { db } = holder.world.deps
  const { index, ids } = await readIndex(7)
  const [gone = '', emptied = ''] = ids
  index.remove(gone)
  await db.deleteFrom('node_search').where('node_id', '=', gone).execute()
  const nothing = { tags: [], categories: [], facets: [] }
  await db.updateTable('node_search').set(nothing).where('node_id', '=', emptied).execute()
  index.put(await readEntries(db, [emptied]))
  const part = { limit: 40, offset: 30 }
  assert.deepEqual(index.listByPopularity({}, {}, part), await listByPopularity(db, {}, {}, part))
  assert.equal(index.countEntries({}, 1000), ids.length - 1)
  for (const most of [3, 1000]) assert.deepEqual(index.countTags(most), await countTags(db, most))
})

test('merging changes nothing that is found, also when entries come and go meanwhile', async () => {
  const { deps } = holder.world
  const { index, ids } = await readIndex(3)
  const asked = filtersOf('image loader')
  const ask = (of: EntryIndex) =>
    asked.map((filter) => of.listByPopularity(filter, {}, { limit: 300, offset: 0 }))
  const before = ask(index)
  const [gone = '', again = ''] = before[1] ?? []
  let steps = 0
  for (const _ of index.tidy()) {
    if (steps++ === 0) {
      index.remove(gone)
      index.put(await readEntries(deps.db, [again]))
    }
  }
  assert.ok(steps > 0)
  for (const _ of index.tidy(wholly)) steps++
  const without = (lists: string[][]) => lists.map((list) => list.filter((id) => id !== gone))
  assert.deepEqual(ask(index), without(before))
  assert.equal(index.size, ids.length - 1)
})

test('what is in several segments, none larger than may be, is found as in one', async () => {
  const [one, several] = [(await readIndex(5)).index, (await readIndex(5, 20)).index]
  const tidied = (index: EntryIndex) => [...index.tidy(wholly)].length
  assert.ok(tidied(one) > tidied(several))
  assert.equal(tidied(several), 0)
  for (const text of ['image loader', 'upscale', 'mask']) {
    for (const filter of filtersOf(text)) {
      assert.deepEqual(several.listBest(filter, {}, limits), one.listBest(filter, {}, limits))
      const part = { limit: 300, offset: 0 }
      assert.deepEqual(several.listByPopularity(filter, {}, part), one.listByPopularity(filter, {}, part))
    }
  }
})
