// npm run lab -- soak [MINUTES]: runs an average day's requests and publishes on a cluster, for an hour by
// default. Exits with 1 when memory, handles, connections, queues or dead rows grow, or a response was wrong.
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Chance } from '../../bench/data/chance.ts'
import { residentMegabytes } from '../../bench/usage.ts'
import { findFreePort, onServer } from '../../server/test/postgres.ts'
import { ensureBuilt } from '../set-up.mjs'
import { type Cluster, type ProgramName, startCluster } from './cluster.ts'
import { growthOf, type Series } from './growth.ts'
import { storedVersions, underTraffic } from './judge.ts'
import { trialSettings } from './run-fault.ts'

const minutes = Number(process.argv[2] ?? 60)
if (!(minutes > 0)) throw new Error('npm run lab -- soak MINUTES')
/** About as many as a registry of this size gets on an average day. */
const betweenReadsMs = 50
const sampleEveryMs = Math.min(10_000, (minutes * 60_000) / 60)

/** The allowed growth after the warm-up, as a share of the mean or as a number, whichever is larger. */
const limits = {
  'MB of memory without the response cache': { share: 0.1, number: 40 },
  'open handles': { share: 0.1, number: 20 },
  connections: { share: 0.1, number: 5 },
  'waiting jobs': { share: 0.1, number: 20 },
  'dead rows': { share: 0.2, number: 20_000 },
} as const

type Kind = keyof typeof limits | keyof typeof parts | 'sockets'

/** Parts of a process's memory that show where it grows. */
const parts = {
  "MB of the engine's heap": 'nodeyard_process_heap_bytes{state="used"}',
  "MB reserved for the engine's heap": 'nodeyard_process_heap_bytes{state="reserved"}',
  'MB of buffers': 'nodeyard_process_buffers_bytes',
  'MB of the heap of pages': 'nodeyard_pages_heap_bytes{state="used"}',
  'MB reserved for the heap of pages': 'nodeyard_pages_heap_bytes{state="reserved"}',
  'MB of the heaps of analysis': 'nodeyard_analysis_heap_bytes{state="used"}',
  'MB reserved for the heaps of analysis': 'nodeyard_analysis_heap_bytes{state="reserved"}',
} as const

const ofDatabase = `select
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "connections",
  (select count(*)::int from jobs.job where state in ('created', 'retry') and start_after <= now()) as "waiting jobs",
  (select sum(n_dead_tup)::int from pg_stat_user_tables) as "dead rows"`

await ensureBuilt()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const problems = await soak()
for (const problem of problems) console.log(`✖ ${problem}`)
if (problems.length === 0) console.log('Nothing grew, and no response was wrong.')
process.exit(problems.length === 0 ? 0 : 1)

async function soak(): Promise<string[]> {
  const figures = { first: await findFreePort(), second: await findFreePort(), jobs: await findFreePort() }
  const cluster = await startCluster({
    env: trialSettings,
    envOf: (name) => ({ METRICS_PORT: String(figures[name]) }),
  })
  try {
    await cluster.command('seed')
    return await underTraffic(
      cluster,
      () => measure(cluster, figures),
      async () => (await onServer(cluster.primary.url, storedVersions)).rows,
    )
  } finally {
    await cluster.stop()
  }
}

async function measure(cluster: Cluster, figures: Record<ProgramName, number>): Promise<string[]> {
  const sampling = new AbortController()
  const sampled = sample(cluster, figures, sampling.signal)
  const failed = await readForAWhile(cluster)
  sampling.abort()
  for (const [why, ones] of Map.groupBy(failed, (reason) => reason))
    console.log(`  ${ones.length} times ${why}`)
  return [...(failed.length > 0 ? [`${failed.length} reads failed`] : []), ...tell(await sampled)]
}

/** Sends what people and programs ask for, and returns why requests failed. */
async function readForAWhile({ siteUrl, apiUrl }: Cluster): Promise<string[]> {
  const chance = new Chance(1)
  const found = await (await fetch(`${apiUrl}/nodes?limit=100`)).json()
  const known = (found as { nodes: { id: string; latest_version?: object }[] }).nodes.filter(
    ({ latest_version }) => latest_version,
  )
  const failed: string[] = []
  const endsAt = performance.now() + minutes * 60_000
  while (performance.now() < endsAt) {
    const { id } = chance.pick(known)
    const url = chance.pick([
      siteUrl,
      `${siteUrl}/nodes/${id}`,
      `${siteUrl}/?q=${id}`,
      `${apiUrl}/nodes?page=${1 + chance.below(20)}&limit=30&comfyui_version=v0.3.40&form_factor=git-linux`,
      `${apiUrl}/catalogue/latest`,
      `${apiUrl}/nodes/search?search=${id.slice(0, 1 + chance.below(8))}&limit=10`,
      `${apiUrl}/nodes/${id}/install`,
    ])
    const request = fetch(url, { signal: AbortSignal.timeout(30_000) })
    request.then(
      async (answer) => {
        await answer.arrayBuffer()
        if (!answer.ok) failed.push(`${answer.status} ${new URL(url).pathname}`)
      },
      (error) => failed.push(String(error)),
    )
    await pause(betweenReadsMs)
  }
  return failed
}

/** Samples everything that could grow until the signal fires. */
async function sample(
  cluster: Cluster,
  figures: Record<ProgramName, number>,
  signal: AbortSignal,
): Promise<Map<string, Series & { kind: Kind }>> {
  const all = new Map<string, Series & { kind: Kind }>()
  const started = performance.now()
  const note = (kind: Kind, of: string, value: number) => {
    const series = all.get(`${kind}, ${of}`) ?? { kind, points: [] }
    series.points.push({ hours: (performance.now() - started) / 3_600_000, value })
    all.set(`${kind}, ${of}`, series)
  }
  while (!signal.aborted) {
    for (const name of ['first', 'second', 'jobs'] as const) {
      const { pid } = cluster.programs[name]
      if (pid === undefined) continue
      const megabytes = await readMegabytes(figures[name])
      // The cache grows until it is full, which takes longer than this run.
      const cache = megabytes('nodeyard_response_cache_bytes') ?? 0
      note('MB of memory without the response cache', name, residentMegabytes(pid) - cache)
      for (const [kind, figure] of Object.entries(parts)) {
        const value = megabytes(figure)
        if (value !== undefined) note(kind as Kind, name, value)
      }
      const handles = openHandles(pid)
      note('open handles', name, handles.length)
      note('sockets', name, handles.filter((target) => target.startsWith('socket:')).length)
    }
    const { rows } = await onServer(cluster.primary.url, ofDatabase)
    for (const [kind, value] of Object.entries(rows[0] as Record<Kind, number>))
      note(kind as Kind, 'database', value)
    await pause(sampleEveryMs, undefined, { signal }).catch(() => {})
  }
  return all
}

/** Returns the targets of a process's open handles. */
function openHandles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((handle) => {
    try {
      return [readlinkSync(`${folder}/${handle}`)]
    } catch {
      return [] // closed since
    }
  })
}

/** Reads the metrics of a process. Not every process has each of them. */
async function readMegabytes(port: number): Promise<(figure: string) => number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const lines = (await answer.text()).split('\n')
  return (figure) => {
    const line = lines.find((line) => line.startsWith(`${figure} `))
    return line === undefined ? undefined : Number(line.slice(figure.length + 1)) / 2 ** 20
  }
}

function tell(all: Map<string, Series & { kind: Kind }>): string[] {
  const found: string[] = []
  for (const [name, series] of all) {
    const { first, last, growth, mean } = growthOf(series)
    const label = `${name}: ${Math.round(first)} to ${Math.round(last)}, by its slope ${Math.round(growth)}`
    const limit = limits[series.kind as keyof typeof limits]
    const most = limit && Math.max(limit.share * mean, limit.number)
    console.log(most === undefined ? label : `${label} (at most ${Math.round(most)})`)
    if (most !== undefined && growth > most) found.push(`${name} grows: ${label}`)
  }
  return found
}
