import { createHash, randomBytes } from 'node:crypto'
import type { CatalogueFile } from '@nodeyard/contract/catalogue'
import { importCatalogue } from '../server/src/discovery/import/import.ts'
import { readLines } from '../server/src/discovery/import/lines.ts'
import { haveCatalogue, issueCatalogue, packCatalogue, readCatalogue } from '../server/test/catalogue.ts'
import { World } from '../server/test/world.ts'
import { findCommunityList } from './community-list.ts'
import { numbersFrom } from './data/chance.ts'
import { type Finding, median } from './report.ts'

const rounds = 3
const pageSize = 30
const columns = ['what', 'bytes, br', 'bytes, zstd', 'CPU ms']

/**
 * Measures the cost of fetching all nodes, by files and by pages, with the community's list in the embedded
 * database.
 */
export async function measureCatalogue(): Promise<Finding> {
  const title = 'The catalogue as files, and page by page'
  const list = findCommunityList()
  if ('missing' in list) {
    return { name: 'catalogue', title, columns, rows: [], gates: [], notes: [list.missing] }
  }
  const world = await World.open()
  try {
    await importCatalogue(world.deps, readLines(list.path))
    await giveDownloads(world)
    const taking = await costOf(() => haveCatalogue(world))
    const first = await readCatalogue(world)
    const pages = await measurePages(world, first.nodes)
    const again = await costOf(() => askPointerAgain(world))
    await publishVersions(world, first.nodes)
    const published = await packCatalogue(world)
    const one = await costsOfOneChange(world)
    const largest = ({ br, zstd }: { br: number; zstd: number }) => Math.max(br, zstd)
    return {
      name: 'catalogue',
      title: `${title} (${first.nodes} nodes, embedded database)`,
      columns,
      rows: [
        ['all nodes, made for the first time', first.snapshot.br, first.snapshot.zstd, taking.cpuMs],
        ['all nodes, each with a published version', published.snapshot.br, published.snapshot.zstd, ''],
        ['one node has changed, until it is issued', one.recent.br, one.recent.zstd, one.pointerMs],
        ['the snapshot that is packed after that', '', '', one.snapshotMs],
        ['nothing has changed (304)', 0, 0, again.cpuMs],
        ['all pages, each from the database', '', '', pages.fromDatabase],
        ['all pages, each cut anew', '', '', pages.cut],
        ['all pages, asked for before', '', '', pages.kept],
      ],
      gates: [
        { label: 'bytes of a first sync', value: largest(first.snapshot), atMost: 1_200_000 },
        {
          label: 'bytes of a first sync, each node published',
          value: largest(published.snapshot),
          atMost: 1_200_000,
        },
        { label: 'status of an unchanged pointer', value: again.result, atLeast: 304, atMost: 304 },
        {
          label: 'time of all pages from the database, of those that are cut',
          value: rounded(pages.fromDatabase / pages.cut),
          atLeast: 20,
        },
      ],
      notes: [
        'CPU is of the whole process, in which the embedded database is too; the middle one of 3 rounds for pages.',
      ],
    }
  } finally {
    await world.close()
  }
}

/** Measures the CPU time of this process in ms. */
async function costOf<T>(work: () => Promise<T>): Promise<{ result: T; cpuMs: number }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, cpuMs: Math.round((user + system) / 1000) }
}

async function measurePages(world: World, nodes: number) {
  const pages = Math.ceil(nodes / pageSize)
  const askAll = async (query: string) => {
    for (let page = 1; page <= pages; page++) {
      const url = `/nodes?page=${page}&limit=${pageSize}${query}`
      const answer = await world.inject({ method: 'GET', url })
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`)
    }
  }
  const sync = '&comfyui_version=v0.3.40&form_factor=git-linux'
  const found: Record<'fromDatabase' | 'cut' | 'kept', number[]> = { fromDatabase: [], cut: [], kept: [] }
  await world.deps.syncPages.refresh()
  for (let round = 0; round < rounds; round++) {
    // Invalidates the cached pages, as any change would.
    world.deps.changes.announce(['nodes', world.deps.syncPages.tag])
    found.fromDatabase.push((await costOf(() => askAll(''))).cpuMs)
    found.cut.push((await costOf(() => askAll(sync))).cpuMs)
    found.kept.push((await costOf(() => askAll(sync))).cpuMs)
  }
  return { fromDatabase: median(found.fromDatabase), cut: median(found.cut), kept: median(found.kept) }
}

async function askPointerAgain(world: World): Promise<number> {
  const url = '/catalogue/latest'
  const { headers } = await world.inject({ method: 'GET', url })
  const known = { 'if-none-match': String(headers.etag) }
  return (await world.inject({ method: 'GET', url, headers: known })).statusCode
}

/**
 * Returns the median cost of single changes, each published beside the snapshot, and of packing a snapshot.
 */
async function costsOfOneChange(
  world: World,
): Promise<{ recent: CatalogueFile; pointerMs: number; snapshotMs: number }> {
  const [pointers, snapshots]: [number[], number[]] = [[], []]
  let recent = { br: 0, bytes: 0, digest: '', zstd: 0 }
  for (let round = 0; round < rounds; round++) {
    await world.deps.database.raw.query(
      `update nodes set description = description || '.' where id = (select id from nodes offset $1 limit 1)`,
      [round],
    )
    const pointer = await costOf(() => issueCatalogue(world))
    recent = pointer.result.recent ?? recent
    pointers.push(pointer.cpuMs)
    snapshots.push((await costOf(() => packCatalogue(world))).cpuMs)
  }
  return { recent, pointerMs: median(pointers), snapshotMs: median(snapshots) }
}

/** Publishes new latest versions with some dependencies for random nodes. */
async function publishVersions(world: World, count: number, seed = 0): Promise<void> {
  const next = numbersFrom(seed + 1)
  const libraries = ['numpy', 'torch', 'pillow', 'opencv-python', 'transformers>=4.30', 'einops', 'requests']
  const { rows } = await world.deps.database.raw.query(
    'select id from nodes order by md5(id || $1) limit $2',
    [String(seed), count],
  )
  const versions = rows.map(({ id }, index) => ({
    node_id: id,
    version: `1.${seed}.${index % 20}`,
    digest: createHash('sha256').update(randomBytes(32)).digest('hex'),
    size: Math.floor(next() * 1e7),
    dependencies: libraries.filter(() => next() < 0.25),
    changelog: 'Mends what was reported.',
  }))
  const given = JSON.stringify(versions)
  const query = world.deps.database.raw.query
  const as =
    'as g (node_id text, version text, digest text, size bigint, dependencies text[], changelog text)'
  await query(
    `insert into archives (digest, size_bytes) select digest, size from json_to_recordset($1::json) ${as}`,
    [given],
  )
  await query(
    `insert into node_versions (id, node_id, version, status, archive_digest, dependencies, changelog, created_at, updated_at,
       first_active_at)
     select gen_random_uuid(), node_id, version, 'active', digest, dependencies, changelog, $2, $2, $2
     from json_to_recordset($1::json) ${as}`,
    [given, world.now()],
  )
  await query(
    `insert into comfy_nodes (version_id, name)
     select v.id, known.name from json_to_recordset($1::json) ${as}
     join node_versions v on v.node_id = g.node_id and v.version = g.version
     join comfy_node_hints known on known.node_id = g.node_id`,
    [given],
  )
  await query(
    `update node_versions v set extract_status = 'success'
     from json_to_recordset($1::json) ${as} where v.node_id = g.node_id and v.version = g.version`,
    [given],
  )
  await query(
    `update nodes n set updated_at = $2, latest_version_id = (select v.id from node_versions v where v.node_id = n.id
       order by version_key desc limit 1)
     where id in (select node_id from json_to_recordset($1::json) ${as})`,
    [given, world.now()],
  )
}

/** Adds the downloads of a registry after a year: a few nodes have most. */
async function giveDownloads(world: World): Promise<void> {
  await world.deps.database.raw.query(
    `update nodes set downloads = floor(300 / (0.001 + ('x' || left(md5(id), 7))::bit(28)::int / 268435456.0))`,
  )
}

const rounded = (value: number) => Number(value.toFixed(1))
