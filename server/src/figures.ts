import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Deps } from './deps.ts'
import { readHeap } from './ground/telemetry/heap.ts'
import { countVersionsInStates, countWaitingJobs } from './ground/telemetry/sql.ts'

/** Every figure that is read when somebody asks; docs/operations.md says what to do about them. */
export function showFigures(
  deps: Pick<
    Deps,
    'telemetry' | 'kept' | 'searchIndex' | 'analyst' | 'database' | 'replicas' | 'db' | 'now' | 'config'
  >,
): void {
  const { telemetry, kept, database } = deps
  telemetry.show({ name: 'nodeyard_kept_answers', help: 'Answers kept in memory' }, () => kept.figures.count)
  telemetry.show({ name: 'nodeyard_kept_answers_bytes', help: 'What they take' }, () => kept.figures.bytes)
  telemetry.show(
    { name: 'nodeyard_kept_answers_found', help: 'Requests answered from memory', isTotal: true },
    () => kept.figures.found,
  )
  telemetry.show(
    { name: 'nodeyard_kept_answers_missed', help: 'Requests whose answer was not in memory', isTotal: true },
    () => kept.figures.missed,
  )
  telemetry.show(
    {
      name: 'nodeyard_kept_answers_stale',
      help: 'Old answers sent while no new one could be made',
      isTotal: true,
    },
    () => kept.figures.stale,
  )
  telemetry.show(
    { name: 'nodeyard_search_entries', help: 'Nodes in the search index' },
    () => deps.searchIndex.size,
  )
  telemetry.show(
    { name: 'nodeyard_analysis_heap_bytes', help: 'Memory of the engine in the threads that read archives' },
    async () => readHeap(await deps.analyst.heap()),
  )
  telemetry.show({ name: 'nodeyard_replica_age_seconds', help: 'How old what a replica knows may be' }, () =>
    deps.replicas.ages().map((ms, index) => ({
      value: Number.isFinite(ms) ? ms / 1000 : -1,
      labels: { replica: String(index) },
    })),
  )
  telemetry.show({ name: 'nodeyard_process_memory_bytes', help: 'Resident memory' }, () =>
    process.memoryUsage.rss(),
  )
  telemetry.show(
    { name: 'nodeyard_process_heap_bytes', help: 'Memory of the engine in the thread that answers' },
    () => {
      const { heapUsed, heapTotal } = process.memoryUsage()
      return readHeap({ used: heapUsed, reserved: heapTotal })
    },
  )
  telemetry.show(
    { name: 'nodeyard_process_buffers_bytes', help: 'Memory of what objects hold outside of it' },
    () => process.memoryUsage().external,
  )
  telemetry.show({ name: 'nodeyard_process_cpu_seconds', help: 'Time on processors', isTotal: true }, () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  telemetry.show(
    { name: 'nodeyard_event_loop_delay_seconds', help: 'How late the process is, 99th percentile' },
    readLoopDelay(),
  )
  telemetry.show({ name: 'nodeyard_database_connections', help: 'By what they do' }, () =>
    Object.entries(database.connections()).map(([state, value]) => ({ value, labels: { state } })),
  )
  // What is the same for all processes is told by those that work on it.
  if (!deps.config.roles.has('jobs')) return
  // For rules that look whether there is such a process: what the database is asked for is gone while that is away.
  telemetry.show({ name: 'nodeyard_does_jobs', help: 'That the process does jobs' }, () => 1)
  telemetry.show({ name: 'nodeyard_jobs', help: 'Stored work by queue and state' }, () =>
    countWaitingJobs(deps.db),
  )
  const countVersions = sharedWhileRunning(() => countVersionsInStates(deps.db))
  telemetry.show({ name: 'nodeyard_versions', help: 'Versions that wait, by state' }, async () =>
    (await countVersions()).map(({ state, count }) => ({ value: count, labels: { state } })),
  )
  telemetry.show(
    { name: 'nodeyard_versions_oldest_seconds', help: 'How long the oldest version has waited, by state' },
    async () =>
      (await countVersions()).map(({ state, since }) => ({
        value: since === null ? 0 : (deps.now().getTime() - since.getTime()) / 1000,
        labels: { state },
      })),
  )
}

/** Measures from its first reading on, so that a process that nobody asks does not. */
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

/** All figures are read at once: those of one statement share its answer. */
function sharedWhileRunning<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}
