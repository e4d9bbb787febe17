import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Deps } from './deps.ts'
import { readHeap } from './ground/telemetry/heap.ts'
import { countVersionsInStates, countWaitingJobs } from './ground/telemetry/sql.ts'

type FigureDeps = Pick<
  Deps,
  'telemetry' | 'kept' | 'entriesAtHand' | 'analyst' | 'database' | 'replicas' | 'db' | 'now' | 'config'
>

/** Registers all metrics. docs/operations.md describes them and what to do about them. */
export function showFigures(deps: FigureDeps): void {
  showCache(deps)
  showThreads(deps)
  showProcess(deps)
  showDatabase(deps)
  // The process that runs jobs reports the figures that are the same for all processes.
  if (deps.config.roles.has('jobs')) showWork(deps)
}

function showCache({ telemetry, kept }: FigureDeps): void {
  telemetry.show({ name: 'nodeyard_kept_answers', help: 'Cached responses' }, () => kept.figures.count)
  telemetry.show(
    { name: 'nodeyard_kept_answers_bytes', help: 'Size of cached responses' },
    () => kept.figures.bytes,
  )
  telemetry.show(
    { name: 'nodeyard_kept_answers_found', help: 'Cache hits', isTotal: true },
    () => kept.figures.found,
  )
  telemetry.show(
    { name: 'nodeyard_kept_answers_missed', help: 'Cache misses', isTotal: true },
    () => kept.figures.missed,
  )
  telemetry.show(
    {
      name: 'nodeyard_kept_answers_stale',
      help: 'Stale responses sent when refreshing failed',
      isTotal: true,
    },
    () => kept.figures.stale,
  )
}

function showThreads({ telemetry, entriesAtHand, analyst }: FigureDeps): void {
  telemetry.show(
    { name: 'nodeyard_search_entries', help: 'Nodes in the in-memory search index' },
    () => entriesAtHand.size,
  )
  telemetry.show({ name: 'nodeyard_search_heap_bytes', help: 'Heap of the search thread' }, async () =>
    readHeap(await entriesAtHand.heap()),
  )
  telemetry.show({ name: 'nodeyard_analysis_heap_bytes', help: 'Heap of the analysis threads' }, async () =>
    readHeap(await analyst.heap()),
  )
}

function showProcess({ telemetry }: FigureDeps): void {
  telemetry.show({ name: 'nodeyard_process_memory_bytes', help: 'Resident memory' }, () =>
    process.memoryUsage.rss(),
  )
  telemetry.show({ name: 'nodeyard_process_heap_bytes', help: 'Heap of the main thread' }, () => {
    const { heapUsed, heapTotal } = process.memoryUsage()
    return readHeap({ used: heapUsed, reserved: heapTotal })
  })
  telemetry.show(
    { name: 'nodeyard_process_buffers_bytes', help: 'Memory of objects outside the heap' },
    () => process.memoryUsage().external,
  )
  telemetry.show({ name: 'nodeyard_process_cpu_seconds', help: 'CPU time', isTotal: true }, () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  telemetry.show(
    { name: 'nodeyard_event_loop_delay_seconds', help: 'Event loop delay, 99th percentile' },
    readLoopDelay(),
  )
}

function showDatabase({ telemetry, database, replicas }: FigureDeps): void {
  telemetry.show({ name: 'nodeyard_replica_age_seconds', help: 'Maximum staleness of each replica' }, () =>
    replicas.ages().map((ms, index) => ({
      value: Number.isFinite(ms) ? ms / 1000 : -1,
      labels: { replica: String(index) },
    })),
  )
  telemetry.show({ name: 'nodeyard_database_connections', help: 'Database connections by state' }, () =>
    Object.entries(database.connections()).map(([state, value]) => ({ value, labels: { state } })),
  )
}

function showWork({ telemetry, db, now }: FigureDeps): void {
  // Alerts on a missing job process need a figure that does not depend on the database.
  telemetry.show({ name: 'nodeyard_does_jobs', help: 'Whether the process runs jobs' }, () => 1)
  telemetry.show({ name: 'nodeyard_jobs', help: 'Stored jobs by queue and state' }, () =>
    countWaitingJobs(db),
  )
  const countVersions = sharedWhileRunning(() => countVersionsInStates(db))
  telemetry.show({ name: 'nodeyard_versions', help: 'Waiting versions by state' }, async () =>
    (await countVersions()).map(({ state, count }) => ({ value: count, labels: { state } })),
  )
  telemetry.show(
    { name: 'nodeyard_versions_oldest_seconds', help: 'Age of the oldest waiting version by state' },
    async () =>
      (await countVersions()).map(({ state, since }) => ({
        value: since === null ? 0 : (now().getTime() - since.getTime()) / 1000,
        labels: { state },
      })),
  )
}

/** Starts measuring at the first reading, so that processes without metrics do not measure. */
function readLoopDelay(): () => number {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined
  return () => {
    if (!delay) {
      delay = monitorEventLoopDelay()
      delay.enable()
    }
    const seconds = delay.percentile(99) / 1e9
    delay.reset()
    return Number.isFinite(seconds) ? seconds : 0
  }
}

/** Shares one query between figures that are read at the same time. */
function sharedWhileRunning<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}
