import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Catalogue } from '@nodeyard/contract/catalogue'
import type { Signed } from '@nodeyard/contract/signed'
import pg from 'pg'
import { contentOf } from '../server/src/ground/publications/signing.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { catalogueLines } from './catalogue.ts'
import { Chance } from './data/chance.ts'
import { idle } from './load.ts'
import { runCommand } from './program.ts'
import type { Finding } from './report.ts'
import { type RunningRegistry, startRegistryOn } from './running-registry.ts'

const nodes = 5887
const rounds = 400
const warmUps = 60
const roles = 'site,api,jobs'

/**
 * Compares two registries with the same community list. Only one has read the repositories. `BENCH_LIST` names a list
 * in JSON lines; otherwise one is generated.
 */
export async function measureReadingsAtScale(): Promise<Finding> {
  const server = await startPostgres({ shared_buffers: '1GB' })
  if ('unavailable' in server) throw new Error(server.unavailable)
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-bench-scale-'))
  const running: RunningRegistry[] = []
  try {
    const list = process.env['BENCH_LIST'] ?? (await generatedList(folder))
    for (const name of ['without', 'with']) {
      const url = await makeDatabase(server.url, name, list)
      if (name === 'with') await addReadings(url)
      await runCommand({ DATABASE_URL: url }, ['reindex'])
      running.push(await startRegistryOn(url, roles))
    }
    const [without, read] = running as [RunningRegistry, RunningRegistry]
    const bytes = await packedBytes(read, Object.assign(new URL(server.url), { pathname: '/with' }).href)
    for (const registry of running) await idle(registry.pid)
    const known = await readKnown(Object.assign(new URL(server.url), { pathname: '/with' }).href)
    return toFinding(await compare(without, read, known), bytes)
  } finally {
    for (const registry of running) await registry.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function generatedList(folder: string): Promise<string> {
  const path = join(folder, 'list.jsonl')
  await writeFile(path, [...catalogueLines(nodes)].join('\n'))
  return path
}

async function makeDatabase(serverUrl: string, name: string, list: string): Promise<string> {
  await query(
    serverUrl,
    `create database "${name}" template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
  )
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await runCommand({ DATABASE_URL: url }, ['import', list])
  return url
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = await client.query<Row>(text).finally(() => client.end())
  return result.rows
}

const readme = `<h1>Pack</h1>${'<p>It blurs pictures, and it masks what is in front of them. </p>'.repeat(60)}`
const types = [
  'IMAGE',
  'MASK',
  'LATENT',
  'MODEL',
  'CLIP',
  'CONDITIONING',
  'VAE',
  'AUDIO',
  'SEGS',
  'CONTROL_NET',
]

/** Adds a reading to each node, with inputs and outputs for the names of the list. */
async function addReadings(url: string): Promise<void> {
  const type = (salt: string) =>
    `(array['${types.join("','")}'])[1 + abs(hashtext(h.name || '${salt}')) % ${types.length}]`
  await query(
    url,
    `begin;
    insert into node_readings (id, node_id, commit_id, committed_at, read_at, repository_url, file_count,
      unpacked_bytes, extract_status, verdict, is_shareable)
    select gen_random_uuid(), id, encode(sha256(id::bytea), 'hex'), now(), now(), repository_url, 40, 400000, 'success',
      'clear', true from nodes;
    insert into version_analyses (version_id, readme_html, traits, rules_version)
    select id, '${readme}', '{"license":"MIT","requirements":["numpy"],"has_requirements":true,"wheels":[],"os":[],
      "accelerators":[],"examples":0}', 1 from node_readings;
    insert into comfy_nodes (version_id, name, category, function, input_types, return_types, return_names)
    select r.id, h.name, 'image/filter', 'run',
      json_build_object('required', json_build_object('image', json_build_array(${type('a')}),
        'strength', '["FLOAT", {"default": 1.0, "min": 0.0, "max": 10.0, "step": 0.01}]'::json,
        'mode', '[["fast", "slow", "exact"], {"tooltip": "How it is done."}]'::json),
        'optional', json_build_object('other', json_build_array(${type('b')})))::text,
      json_build_array(${type('c')}, ${type('d')})::text, '["one","two"]'
    from node_readings r join comfy_node_hints h on h.node_id = r.node_id;
    update nodes n set reading_id = r.id from node_readings r where r.node_id = n.id;
    commit; analyze`,
  )
}

/** The compressed size of all files of the catalog. */
async function packedBytes({ apiUrl, dataFolder }: RunningRegistry, url: string): Promise<number> {
  await runCommand({ DATABASE_URL: url, API_URL: apiUrl, DATA_DIR: dataFolder }, ['snapshot'])
  for (;;) {
    const response = await fetch(`${apiUrl}/catalogue/latest`)
    if (response.ok) {
      const { snapshot, recent, types: packed } = contentOf<Catalogue>((await response.json()) as Signed)
      if (packed) return snapshot.br + (recent?.br ?? 0) + packed.br
    } else await response.body?.cancel()
    await pause(1000)
  }
}

interface Known {
  ids: string[]
  words: string[]
}

async function readKnown(url: string): Promise<Known> {
  const rows = await query<{ id: string; name: string }>(
    url,
    'select id, name from nodes order by github_stars desc, id limit 3000',
  )
  const words = rows.flatMap(({ name }) => name.split(/[^a-zA-Z]+/)).filter((word) => word.length > 3)
  return { ids: rows.map(({ id }) => id), words }
}

const kinds = ['search', 'home page', 'node page'] as const
type Kind = (typeof kinds)[number]
type Times = Record<Kind, { without: number[]; read: number[] }>

/** Asks both registries the same in turns, so that other load on the machine affects both alike. */
async function compare(without: RunningRegistry, read: RunningRegistry, known: Known): Promise<Times> {
  const times = Object.fromEntries(kinds.map((kind) => [kind, { without: [], read: [] }])) as unknown as Times
  const chance = new Chance(7)
  for (let round = 0; round < warmUps + rounds; round++) {
    const paths: Record<Kind, string> = {
      search: `/nodes/search?limit=20&search=${encodeURIComponent(`${chance.pick(known.words)} ${chance.pick(known.words).slice(0, 4)}`)}`,
      'home page': '/',
      'node page': `/nodes/${encodeURIComponent(known.ids[round % known.ids.length] ?? '')}`,
    }
    for (const kind of kinds) {
      const turns = round % 2 === 0 ? (['without', 'read'] as const) : (['read', 'without'] as const)
      for (const turn of turns) {
        const { apiUrl, siteUrl } = turn === 'read' ? read : without
        const ms = await timed((kind === 'search' ? apiUrl : siteUrl) + paths[kind])
        if (round >= warmUps) times[kind][turn].push(ms)
      }
    }
  }
  return times
}

async function timed(url: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  return performance.now() - started
}

function toFinding(times: Times, bytes: number): Finding {
  const at = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN
  const round = (value: number) => Math.round(value * 100) / 100
  const ratio = (kind: Kind, share: number) =>
    round(at(times[kind].read, share) / at(times[kind].without, share))
  return {
    name: 'readings-scale',
    title: 'A community list whose repositories were all read, compared with one where none was',
    columns: ['request', 'p50 ms without', 'p50 ms with', 'p95 ms without', 'p95 ms with'],
    rows: kinds.map((kind) => [
      kind,
      ...[0.5, 0.95]
        .flatMap((share) => [at(times[kind].without, share), at(times[kind].read, share)])
        .map(round),
    ]),
    gates: [
      { label: 'p95 of searches, as a multiple', value: ratio('search', 0.95), atMost: 1.3 },
      { label: 'home page, as a multiple', value: ratio('home page', 0.5), atMost: 1.3 },
      { label: 'node page, as a multiple', value: ratio('node page', 0.5), atMost: 1.3 },
      { label: 'catalog with types, kB', value: Math.round(bytes / 1000), atMost: 1500 },
    ],
  }
}
