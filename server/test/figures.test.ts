// A promise: figures on screen equal the tables.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  getNode,
  getNodeDownloads,
  getPublishReport,
  getTotals,
  listNodes,
  listNodeVersions,
  listPublisherNodesPaged,
  listPublishReports,
  listTags,
  searchNodes,
} from '@nodeyard/contract/packs'
import { listNodesForAdmins, listPublishersForAdmins } from '@nodeyard/contract/safety'
import { reindexNodes } from '../src/discovery/search/reindex.ts'
import { transact } from '../src/ground/db/changes.ts'
import { asAdmin } from './admin.ts'
import { useWorld } from './world.ts'

const holder = useWorld()

const dayMs = 86_400_000
const shownDays = 90
const held = { first_active_at: null } as const
const tags = [['masks'], ['masks', 'video'], []]
const severities = ['low', 'high', 'critical', 'high'] as const

type Version = Parameters<typeof holder.world.given.version>[0]

/** Sets of versions that a node can have, with numbers that do not sort as texts. */
const releases: Version[][] = [
  [
    { version: '1.9.0' },
    { version: '1.10.0' },
    { version: '1.2.0', yanked_at: new Date(), yank_reason: 'Slow.' },
  ],
  [{ version: '1.0.0' }, { version: '2.0.0', status: 'flagged', ...held }],
  [
    { version: '1.0.0', deprecated: true },
    { version: '0.9.0', status: 'banned' },
  ],
  [
    { version: '1.0.0' },
    { version: '1.1.0', status: 'deleted' },
    { version: '3.0.0', status: 'pending', ...held },
  ],
  [{ version: '0.1.0', status: 'flagged', ...held }],
  [{ version: '0.1.0', status: 'deleted' }],
  [{ version: '1.0.0', yanked_at: new Date(), yank_reason: 'Broken.' }],
  [],
]

/** Reads a version with findings and two comfy-nodes. */
async function givenAnalysis(versionId: string, findings: number) {
  const { given } = holder.world
  const found = severities.slice(0, findings).map((severity) => ({ severity, rule: 'x', message: 'x' }))
  await given.analysis({ version_id: versionId, findings: JSON.stringify(found) })
  await given.comfyNode({ version_id: versionId })
  await given.comfyNode({ version_id: versionId })
}

/** Fills the registry with nodes in odd states, and reads the tables. */
async function fill() {
  const { given, deps } = holder.world
  const now = deps.now().getTime()
  const day = (ago: number) => new Date(now - ago * dayMs).toISOString().slice(0, 10)
  const publishers = [await given.publisher(), await given.publisher(), await given.publisher()]
  for (const [place, versions] of [...releases, ...releases].entries()) {
    const installs = [place + 1, place * 3 + 1, 100]
    const { id } = await given.node({
      publisher_id: publishers[place % 2]?.id ?? '',
      tags: tags[place % tags.length] ?? [],
      status: place === 8 ? 'banned' : 'active',
      downloads: versions.length > 0 ? installs.reduce((sum, count) => sum + count) : 0,
      github_stars: place * 7,
    })
    for (const [index, version] of versions.entries()) {
      const stored = await given.version({ node_id: id, ...version })
      if (place !== 2) await givenAnalysis(stored.id, index + 1)
      if (index > 0) continue
      // Installs of today, within and before the shown days.
      const days = [0, shownDays - 1, shownDays + 5].map((ago, at) => ({
        day: day(ago),
        count: installs[at] ?? 0,
      }))
      const rows = days.map((one) => ({ ...one, node_id: id, version_id: stored.id }))
      await deps.db.insertInto('node_downloads').values(rows).execute()
    }
  }
  const imported = { publisher_id: unclaimedPublisherId }
  await given.node(imported)
  const hinted = await given.node(imported)
  await given.hint(hinted.id, 'One')
  await given.hint(hinted.id, 'Two')
  const read = await given.node(imported)
  await given.hint(read.id, 'Other')
  await given.reading({ node_id: read.id }, [{}, {}, {}])
  const refused = await given.node(imported)
  await given.reading({ node_id: refused.id, verdict: 'held' }, [{}])
  const deleted = await given.node({ status: 'deleted', publisher_id: publishers[0]?.id ?? '' })
  await given.version({ node_id: deleted.id, status: 'deleted' })
  const tables = await readTables()
  const ids = tables.nodes.map(({ id }) => id)
  await transact(deps, (tx) => reindexNodes(tx, ids, deps.now()))
  await holder.world.runJobs()
  return tables
}

async function readTables() {
  const { db } = holder.world.deps
  const [nodes, versions, analyses, comfyNodes, hints, downloads, archives, publishers, held] =
    await Promise.all([
      db.selectFrom('nodes').selectAll().execute(),
      db.selectFrom('node_versions').selectAll().execute(),
      db.selectFrom('version_analyses').selectAll().execute(),
      db.selectFrom('comfy_nodes').selectAll().execute(),
      db.selectFrom('comfy_node_hints').selectAll().execute(),
      db.selectFrom('node_downloads').selectAll().execute(),
      db.selectFrom('archives').selectAll().execute(),
      db.selectFrom('publishers').selectAll().execute(),
      db.selectFrom('node_readings').select('id').where('verdict', '=', 'held').execute(),
    ])
  return { nodes, versions, analyses, comfyNodes, hints, downloads, archives, publishers, held }
}

const numbersOf = (version: string) => version.split('.').map(Number)
const compare = (a: string, b: string) => {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  const place = left.findIndex((part, at) => part !== right[at])
  return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0)
}
const countBy = (all: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([one, found]) => [one, found.length]))

describe('figures on screen', () => {
  let tables: Awaited<ReturnType<typeof readTables>>
  before(async () => {
    tables = await fill()
  })
  const active = () => tables.nodes.filter(({ status }) => status === 'active')
  const versionsOf = (id: string) => tables.versions.filter(({ node_id }) => node_id === id)
  /** The highest version that can be installed. */
  const latestOf = (id: string) =>
    versionsOf(id)
      .filter(({ status, yanked_at }) => status === 'active' && yanked_at === null)
      .toSorted((a, b) => compare(b.version, a.version))[0]
  const factsOf = (node: (typeof tables.nodes)[number]) => latestOf(node.id)?.id ?? openReading(node) ?? ''
  const openReading = ({ reading_id: id }: (typeof tables.nodes)[number]) =>
    tables.held.some((one) => one.id === id) ? undefined : (id ?? undefined)
  const isRead = (id: string) => tables.analyses.some(({ version_id }) => version_id === id)
  const nodesIn = (id: string) => tables.comfyNodes.filter(({ version_id }) => version_id === id).length

  it('equal the tables on the home page', async () => {
    const { anonymous } = holder.world
    const { nodes, published, read, comfy_nodes } = await anonymous.call(getTotals, {})
    const scanned = active().filter((node) => isRead(factsOf(node)))
    assert.deepEqual(
      { nodes, published, read, comfy_nodes },
      {
        nodes: active().length,
        published: scanned.filter(({ id }) => latestOf(id)).length,
        read: scanned.filter(({ id }) => !latestOf(id)).length,
        comfy_nodes: scanned.reduce((sum, node) => sum + nodesIn(factsOf(node)), 0),
      },
    )
    assert(published > 0 && read > 0 && published + read < nodes, 'the catalogue has odd rows')
  })

  it('equal the tables in search and tags', async () => {
    const { anonymous } = holder.world
    const { total } = await anonymous.call(searchNodes, { query: {} })
    assert.equal(total, active().length)
    const { total: masks } = await anonymous.call(searchNodes, { query: { tag: ['masks'] } })
    const expected = countBy(active().flatMap((node) => node.tags))
    assert.equal(masks, expected['masks'])
    const found = await anonymous.call(listTags, {})
    assert.deepEqual(Object.fromEntries(found.tags.map(({ value, count }) => [value, count])), expected)
  })

  it('equal the tables on pages of packs', async () => {
    const { anonymous } = holder.world
    for (const node of active()) {
      const params = { nodeId: node.id }
      const page = await anonymous.call(getNode, { params })
      const listed = await anonymous.call(listNodeVersions, { params, query: {} })
      const shown = versionsOf(node.id).filter(
        ({ status, archive_digest }) =>
          archive_digest !== null && ['active', 'flagged', 'pending'].includes(status),
      )
      assert.equal(page.version_count, shown.length, node.id)
      assert.equal(listed.length, shown.length, node.id)
      assert.deepEqual(
        listed.map(({ version }) => version),
        shown.map(({ version }) => version).toSorted((a, b) => compare(b, a)),
      )
      const latest = latestOf(node.id)
      assert.equal(page.latest_version?.version, latest?.version)
      assert.equal(page.latest_version?.createdAt, latest?.created_at.toISOString())
      const archive = tables.archives.find(({ digest }) => digest === latest?.archive_digest)
      assert.equal(page.latest_version?.size, archive?.size_bytes)
      assert.equal(page.latest_version?.file_count, latest?.file_count ?? undefined)
      const hints = tables.hints.filter(({ node_id }) => node_id === node.id).length
      const isKnown = latest !== undefined || openReading(node) !== undefined
      assert.equal(page.comfy_node_count ?? 0, isKnown ? nodesIn(factsOf(node)) : hints, node.id)
      assert.equal(page.comfy_nodes_verified ?? false, isKnown)
      assert.equal(page.github_stars, node.github_stars)

      const ofNode = tables.downloads.filter(({ node_id }) => node_id === node.id)
      const sum = (rows: typeof ofNode) => rows.reduce((total, { count }) => total + count, 0)
      assert.equal(page.downloads, sum(ofNode))
      const daily = await anonymous.call(getNodeDownloads, { params, query: {} })
      assert.equal(daily.counts.length, shownDays)
      const inPeriod = ofNode.filter((row) => String(row.day).slice(0, 10) >= daily.from)
      assert.equal(
        daily.counts.reduce((total, count) => total + count, 0),
        sum(inPeriod),
      )
    }
  })

  it('equal the tables in lists of publishers and admins', async () => {
    const { anonymous, world } = { anonymous: holder.world.anonymous, world: holder.world }
    const { total } = await anonymous.call(listNodes, { query: {} })
    assert.equal(total, active().length)
    const admin = await asAdmin(world)
    const ofAll = await admin.call(listPublishersForAdmins, { query: { limit: 100 } })
    for (const { id } of tables.publishers) {
      const own = tables.nodes.filter(({ publisher_id }) => publisher_id === id)
      const page = await anonymous.call(listPublisherNodesPaged, { params: { publisherId: id }, query: {} })
      assert.equal(page.total, own.filter(({ status }) => status === 'active').length, id)
      const row = ofAll.publishers.find((one) => one.id === id)
      if (row) assert.equal(row.nodes, own.filter(({ status }) => status !== 'deleted').length, id)
    }
    const { counts } = await admin.call(listNodesForAdmins, { query: {} })
    const expected = countBy(tables.nodes.map(({ status }) => status))
    assert.deepEqual(counts, {
      active: expected['active'],
      banned: expected['banned'],
      deleted: expected['deleted'],
    })
  })

  it('equal the tables in reports of versions', async () => {
    const admin = await asAdmin(holder.world)
    for (const node of active().filter(({ id }) => versionsOf(id).length > 0)) {
      const { versions } = await admin.call(listPublishReports, { params: { nodeId: node.id } })
      for (const { version, findings, is_read, downloads } of versions) {
        const stored = versionsOf(node.id).find((one) => one.version === version.version)
        const analysis = tables.analyses.find(({ version_id }) => version_id === stored?.id)
        const found = (analysis?.findings ?? []) as { severity: string }[]
        const expected = countBy(found.map(({ severity }) => severity))
        assert.equal(is_read, analysis !== undefined)
        for (const [severity, count] of Object.entries(findings)) assert.equal(count, expected[severity] ?? 0)
        const installs = tables.downloads.filter(({ version_id }) => version_id === stored?.id)
        assert.equal(
          downloads,
          installs.reduce((sum, { count }) => sum + count, 0),
        )
        const params = { nodeId: node.id, version: version.version }
        const report = await admin.call(getPublishReport, { params, query: {} })
        assert.equal(report.findings.length, found.length)
      }
    }
  })
})

describe('the totals of an empty catalogue', () => {
  const empty = useWorld()

  it('are zero', async () => {
    assert.deepEqual(await empty.world.anonymous.call(getTotals, {}), {
      nodes: 0,
      published: 0,
      read: 0,
      comfy_nodes: 0,
      workflows: 0,
    })
  })
})
