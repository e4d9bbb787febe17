import { setTimeout as pause } from 'node:timers/promises'
import type { Catalogue } from '@nodeyard/contract/catalogue'
import type { Signed } from '@nodeyard/contract/signed'
import pg from 'pg'
import { contentOf } from '../../server/src/ground/publications/signing.ts'
import { Chance } from '../data/chance.ts'
import { openGeneratedData } from '../data/database.ts'
import { idle } from '../load.ts'
import { runCommand } from '../program.ts'
import type { Finding } from '../report.ts'
import { type RunningRegistry, startRegistryOn } from '../running-registry.ts'
import { arrivals, dailyRates, type Known, launchRates, type Rates, startTimes } from './arrivals.ts'
import { type Outcome, quantile, runOpenLoop } from './open-loop.ts'
import {
  type Place,
  type Publish,
  places,
  publishes,
  publishOne,
  type Target,
  Watcher,
} from './publishing.ts'
import { sender } from './sender.ts'

const nodes = Number(process.env['BENCH_NODES'] ?? 2000)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const seed = Number(process.env['BENCH_SEED'] ?? 1)
const publishesPerMinute = 300
const publishedNodes = 60
const watchEach = 5
const warmUpSeconds = 5
const knownNodes = 1000

interface Phase {
  label: string
  outcomes: Outcome[]
}

/** Runs a mix of independent requests of people and programs against two processes and PostgreSQL. */
export async function measureMixes(): Promise<Finding> {
  const data = await openGeneratedData()
  const running: RunningRegistry[] = []
  try {
    const url = await data.urlOf(nodes)
    const web = await startRegistryOn(url, 'site,api')
    running.push(web)
    running.push(await startRegistryOn(url, 'jobs', { DATA_DIR: web.dataFolder, API_URL: web.apiUrl }))
    await caughtUp(web, url)
    const known = await readKnown(url)
    const target = { ...web, ...(await makePublisher(url)) }
    const watcher = await startWatching(target)
    const alone = await phase(web, known, 'reads of a day', dailyRates)
    const seen: Record<Place, number>[] = []
    const busy = await Promise.all([
      phase(web, known, `with ${publishesPerMinute} publishes a minute`, dailyRates),
      publishAll(target, watcher, seen),
    ])
    const burst = await phase(web, known, 'on the day of a launch', launchRates)
    return toFinding([alone, busy[0], burst], busy[1], seen)
  } finally {
    for (const registry of running.reverse()) await registry.stop()
    await data.stop()
  }
}

/**
 * Resolves once the catalog has the URL of this run, which differs each time and changes the line of every
 * node, and the process has read everything that it caches. A registry in service has done both long ago.
 */
async function caughtUp({ apiUrl, pid }: RunningRegistry, databaseUrl: string): Promise<void> {
  while ((await registryOfCatalogue(apiUrl)) !== apiUrl || (await hasChangesWaiting(databaseUrl)))
    await pause(500)
  await (await fetch(`${apiUrl}/nodes?form_factor=git-linux`)).body?.cancel()
  await idle(pid)
}

async function hasChangesWaiting(databaseUrl: string): Promise<boolean> {
  const [found] = await queryRows<{ are: boolean }>(
    databaseUrl,
    'select exists (select from catalogue_changes) as are',
  )
  return found?.are ?? false
}

async function registryOfCatalogue(apiUrl: string): Promise<string | undefined> {
  const answer = await fetch(`${apiUrl}/catalogue/latest`)
  if (!answer.ok) return void (await answer.body?.cancel())
  return contentOf<Catalogue>((await answer.json()) as Signed).registry
}

async function readKnown(databaseUrl: string): Promise<Known> {
  const rows = await queryRows<{ id: string; name: string }>(
    databaseUrl,
    `select id, name from nodes where status = 'active' and latest_version_id is not null
      order by downloads desc, id limit $1`,
    [knownNodes],
  )
  return { nodeIds: rows.map(({ id }) => id), names: rows.map(({ name }) => name) }
}

async function queryRows<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  parameters: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(text, parameters).finally(() => client.end())
  return rows
}

/** Each run uses its own publisher, because earlier versions stay. */
async function makePublisher(databaseUrl: string): Promise<Pick<Target, 'publisherId' | 'token' | 'prefix'>> {
  const prefix = `m${Date.now().toString(36)}`
  const env = { DATABASE_URL: databaseUrl }
  await runCommand(env, ['create-publisher', prefix, '--owner', `${prefix}@example.test`])
  const said = await runCommand(env, ['create-token', prefix])
  return { publisherId: prefix, prefix, token: said.split('\n').at(-1)?.trim() ?? '' }
}

/** The first seconds are a warm-up and do not count. */
async function phase(web: RunningRegistry, known: Known, label: string, rates: Rates): Promise<Phase> {
  const all = arrivals(seed, rates, warmUpSeconds + seconds, known)
  const { send, close } = sender(web)
  const outcomes = await runOpenLoop(all, send)
  close()
  console.error(`measured: ${label}`)
  return { label, outcomes: outcomes.filter((_, index) => (all[index]?.atMs ?? 0) >= warmUpSeconds * 1000) }
}

/**
 * Resolves once a version was published completely and the watcher has read the catalog, because one-time
 * work belongs to no phase.
 */
async function startWatching(target: Target): Promise<Watcher> {
  const watcher = new Watcher(target)
  const first = { atMs: 0, kind: 'publish', nodeId: `${target.prefix}-first`, number: 0, isWatched: true }
  await publishOne(target, first)
  await Promise.all(places.map((place) => watcher.seenAt(place, first)))
  return watcher
}

/**
 * Publishes at random times over the phase. Latencies run from the scheduled start until the version is
 * visible everywhere.
 */
async function publishAll(
  target: Target,
  watcher: Watcher,
  seen: Record<Place, number>[],
): Promise<Outcome[]> {
  const times = startTimes(new Chance(seed), publishesPerMinute / 60, warmUpSeconds + seconds)
  const watching: Promise<void>[] = []
  const started = performance.now()
  const watch = async (publish: Publish) => {
    const times = places.map(async (place) => {
      const at = await watcher.seenAt(place, publish)
      return [place, at - started - publish.atMs]
    })
    seen.push(Object.fromEntries(await Promise.all(times)) as Record<Place, number>)
  }
  const outcomes = await runOpenLoop(
    publishes(times, { nodes: publishedNodes, watchEach, prefix: target.prefix }),
    async (publish) => {
      await publishOne(target, publish)
      if (publish.isWatched) watching.push(watch(publish))
    },
  )
  await Promise.all(watching)
  return outcomes
}

function toFinding(phases: Phase[], published: Outcome[], seen: Record<Place, number>[]): Finding {
  const rowOf = (label: string, outcomes: readonly Outcome[]) => [
    label,
    outcomes.length,
    ...[0.5, 0.95, 0.99].map((share) => Math.round(quantile(outcomes, share))),
    outcomes.filter(({ failure }) => failure).length,
  ]
  const rows = phases.flatMap(({ label, outcomes }) => [
    rowOf(label, outcomes),
    ...[...Map.groupBy(outcomes, ({ kind }) => kind)].map(([kind, ones]) => rowOf(`… ${kind}`, ones)),
  ])
  const asOutcomes = (times: readonly number[]) =>
    times.map((latencyMs) => ({
      kind: 'seen',
      latencyMs,
      ...(Number.isFinite(latencyMs) ? {} : { failure: 'not seen' }),
    }))
  const everywhere = asOutcomes(seen.map((times) => Math.max(...Object.values(times))))
  const p99 = (index: number) => quantile(phases[index]?.outcomes ?? [], 0.99)
  const failed = [...phases.flatMap(({ outcomes }) => outcomes), ...published].filter(
    (one) => one.failure,
  ).length
  return {
    name: 'mixes',
    title: `Mixes of requests, open loop (${nodes} nodes on PostgreSQL, ${seconds} s each)`,
    columns: ['what', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'],
    rows: [
      ...rows,
      rowOf('publish, until it is received', published),
      ...places.map((place) =>
        rowOf(`publish, until it is seen: ${place}`, asOutcomes(seen.map((times) => times[place]))),
      ),
      rowOf('publish, until it is seen everywhere', everywhere),
    ],
    gates: [
      {
        label: 'publish until it is seen everywhere, p95 in s',
        value: Number((quantile(everywhere, 0.95) / 1000).toFixed(1)),
        atMost: 10,
      },
      {
        label: 'p99 of reads while versions are published, of its value without',
        value: Number((p99(1) / p99(0)).toFixed(2)),
        atMost: 2,
      },
      { label: 'requests that failed', value: failed, atMost: 0 },
    ],
    notes: [
      'Time counts from when a request was to be sent. Load, two processes and the database share the cores of the machine: what the load itself takes is in every figure.',
      `The same requests come again with BENCH_SEED=${seed}; BENCH_NODES and BENCH_SECONDS make it larger or longer.`,
    ],
  }
}
