import { defined } from '@nodeyard/contract/ground'
import {
  type Db as BossDatabase,
  fromKysely,
  fromPglite,
  PgBoss,
  type QueueResult,
  type Job as RunOf,
  type Schedule,
  systemClock,
} from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Tx } from '../db/database.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Job } from './job.ts'

type Run = RunOf<object>
type AnyJob<Deps> = Job<object, Deps>

export interface SendOptions {
  /** Earliest start. */
  startAfter?: Date
  /** Higher priorities run first. Default: 0. */
  priority?: number
  /** An exclusive job can wait or run once for each key. */
  key?: string
  /** Each process runs one job of a group at a time. */
  group?: string
}

export interface Jobs<Deps> {
  /**
   * Stores work in the transaction that requires it. It runs after the commit. Returns false if the job is exclusive and
   * already waits or runs.
   */
  send<Payload extends object>(
    tx: Tx,
    job: Job<Payload, never>,
    payload: Payload,
    options?: SendOptions,
  ): Promise<boolean>
  /** Starts to run jobs in this process. */
  work(deps: Deps): Promise<void>
  /**
   * Runs all due jobs, one after another, and resolves to the number of runs. Commands and tests use it. A failed run waits
   * for its next attempt. When the signal aborts, the current run is the last.
   */
  drain(deps: Deps, signal?: AbortSignal): Promise<number>
  /** Waits for current runs, up to a limit. Unfinished runs are returned to the queue. */
  stop(): Promise<void>
}

/** Receives logs and metrics of runs. */
export interface Witness {
  log: Logger
  telemetry: Pick<Telemetry, 'ranJob' | 'traced'>
}

const schema = 'jobs'
/** A process without a heartbeat for this long counts as dead, and its work is reassigned. It is the library's minimum. */
const heartbeatSeconds = 10
/**
 * How often the library polls for work without a notification: due retries, and work of a process that died. The embedded
 * database has only one process, where {@link wakeAt} wakes workers for retries.
 */
const intervals = {
  postgres: { supervisionSeconds: 5, pollingSeconds: 10 },
  pglite: { supervisionSeconds: 60, pollingSeconds: 600 },
}
/** Limits how late scheduled jobs start. */
const cronSeconds = 15
/** Interval of library features that are not used. */
const unusedSeconds = 3600
const stopTimeoutMs = 20_000
const maxRetrySeconds = 600
const deadRetrySeconds = 5
const retentionDays = 14

/** With the system clock, the library would do nothing for an hour after the clock is set back by an hour. */
const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** During an outage, each of many queues fails several times a second. `left` counts the calls left out before. */
function onceAMinute(report: (error: unknown, left: number) => void): (error: unknown) => void {
  let nextMs = 0
  let left = 0
  return (error) => {
    const nowMs = performance.now()
    if (nowMs < nextMs) {
      left++
      return
    }
    report(error, left)
    nextMs = nowMs + 60_000
    left = 0
  }
}

/** Opens the job library on the product's own database. Tests override the delays of all jobs with `retrySeconds`. */
export async function openJobs<Deps>(
  database: Database,
  jobs: readonly Job<never, Deps>[],
  witness: Witness,
  options: { works: boolean; retrySeconds?: number },
): Promise<Jobs<Deps>> {
  const { supervisionSeconds, pollingSeconds } = intervals[database.kind]
  const boss = new PgBoss({
    db: bossDatabase(database),
    schema,
    clock: steadyClock,
    ...(database.kind === 'pglite' ? { backend: 'pglite' as const } : {}),
    useListenNotify: options.works,
    supervise: options.works,
    schedule: options.works,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    flowIntervalSeconds: unusedSeconds,
    bamIntervalSeconds: unusedSeconds,
    cronWorkerIntervalSeconds: cronSeconds,
  })
  const { log } = witness
  boss.on(
    'error',
    onceAMinute((err, left) => log.error({ err, left }, 'background jobs fail and try again')),
  )
  boss.on('warning', (warning) => log.warn({ warning }, 'background jobs are slow'))
  if (database.kind === 'pglite' && options.works) await requeueOrphans(database)
  await boss.start()
  const stored = await readStored(boss)
  for (const job of jobs) await prepareQueues(boss, job, stored, options.retrySeconds)
  const workers = new Workers(boss, pollingSeconds)

  return {
    async send(tx, job, payload, { startAfter, priority, key, group } = {}) {
      const id = await boss.send(job.name, payload, {
        db: fromKysely(tx),
        ...defined({ startAfter, priority, singletonKey: key }),
        ...(group === undefined ? {} : { group: { id: group } }),
      })
      if (startAfter) workers.wakeAt(job.name, startAfter.getTime() - steadyClock.now())
      return id !== null
    },
    async work(deps) {
      for (const job of jobs) await workOn(workers, job, deps, witness)
      for (const { name, inMs } of await listLater(database)) workers.wakeAt(name, inMs)
    },
    async drain(deps, signal = notAborted) {
      let runs = 0
      for (let before = -1; before !== runs && !signal.aborted; ) {
        before = runs
        const due = await listDue(database)
        for (const job of jobs) {
          if (due.has(job.name) || due.has(deadName(job)))
            runs += await drainQueues(boss, job, deps, witness, signal)
        }
      }
      return runs
    },
    stop: () => boss.stop({ graceful: true, timeout: stopTimeoutMs, close: true }),
  }
}

function bossDatabase({ embedded, raw }: Database): BossDatabase {
  if (embedded) return fromPglite(embedded as never)
  return {
    async executeSql(text, values) {
      const result = await raw.query(text, values)
      // Several statements in one text return several results.
      return { rows: [result].flat().flatMap((one) => one.rows ?? []) }
    },
    async listen(channel, onNotification, reconnected) {
      const listening = await raw.listen(channel, (payload) =>
        payload === undefined ? reconnected() : onNotification(payload),
      )
      return { close: () => listening.stop() }
    },
  }
}

/**
 * Requeues runs that ended with the previous process. Only one process can use the embedded database, so there is no need to
 * wait for missing heartbeats.
 */
async function requeueOrphans({ raw }: Database): Promise<void> {
  const known = await raw.query('select to_regclass($1) as found', [`${schema}.job`])
  if (!known.rows[0]?.['found']) return
  await raw.query(
    `update ${schema}.job set state = 'retry', start_after = now(), retry_count = retry_count + 1
     where state = 'active' and retry_count < retry_limit`,
  )
}

/** Returns the queues with jobs to run now, in one query instead of one for each queue. */
async function listDue({ raw }: Database): Promise<Set<unknown>> {
  const { rows } = await raw.query(
    `select distinct name from ${schema}.job where state in ('created', 'retry') and start_after <= now()`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Lists jobs that are not due yet. On PostgreSQL, polling finds them. */
async function listLater({ kind, raw }: Database): Promise<{ name: string; inMs: number }[]> {
  if (kind === 'postgres') return []
  const { rows } = await raw.query(
    `select name, (extract(epoch from max(start_after) - now()) * 1000)::float8 as "inMs" from ${schema}.job
     where state in ('created', 'retry') and start_after > now()
     group by name, date_trunc('minute', start_after)`,
  )
  return rows.map(({ name, inMs }) => ({ name: String(name), inMs: Number(inMs) }))
}

const notAborted = new AbortController().signal
const maxRunsPerRound = 20

const noJob = '00000000-0000-0000-0000-000000000000'

const deadName = (job: AnyJob<never>) => `${job.name}-given-up`

/** Existing queues and schedules, by name. */
interface Stored {
  queues: Map<string, QueueResult>
  schedules: Map<string, Schedule>
}

async function readStored(boss: PgBoss): Promise<Stored> {
  const [queues, schedules] = [await boss.getQueues(), await boss.getSchedules()]
  return {
    queues: new Map(queues.map((queue) => [queue.name, queue])),
    schedules: new Map(schedules.map((schedule) => [schedule.name, schedule])),
  }
}

/** Writes only differences, because there are many queues and they rarely change. */
async function prepareQueues(
  boss: PgBoss,
  job: AnyJob<never>,
  stored: Stored,
  retrySeconds = job.retrySeconds,
): Promise<void> {
  const common = { retentionSeconds: retentionDays * 86_400, deleteAfterSeconds: 86_400, notify: true }
  const runs = {
    ...common,
    retryLimit: job.attempts - 1,
    retryDelay: retrySeconds,
    retryBackoff: retrySeconds > 0,
    expireInSeconds: job.timeoutSeconds,
    heartbeatSeconds,
  }
  const update = { ...runs, retryDelayMax: retrySeconds > 0 ? maxRetrySeconds : null }
  const queue = stored.queues.get(job.name)
  if (job.giveUp && !stored.queues.has(deadName(job))) {
    await boss.createQueue(deadName(job), { ...common, retryLimit: 20, retryDelay: deadRetrySeconds })
  }
  if (!queue) {
    await boss.createQueue(job.name, {
      ...runs,
      ...(job.isExclusive ? { policy: 'exclusive' as const } : {}),
      ...(job.giveUp ? { deadLetter: deadName(job) } : {}),
    })
  }
  // An existing queue can have the settings of another release.
  if (!queue || !hasAll(queue, update)) {
    await boss.updateQueue(job.name, update)
    // Any query makes the library cache the queue. Otherwise the first `send` would read it outside of its transaction, which
    // would deadlock on the only connection of the embedded database.
    await boss.findJobs(job.name, { id: noJob })
  }
  if (job.schedule && stored.schedules.get(job.name)?.cron !== job.schedule) {
    await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
  }
}

/** Whether a queue already has these settings. */
function hasAll(queue: QueueResult, settings: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(queue))
  return Object.entries(settings).every(([name, value]) => stored.get(name) === value)
}

async function workOn<Deps>(
  workers: Workers,
  job: AnyJob<Deps>,
  deps: Deps,
  witness: Witness,
): Promise<void> {
  const { name, retrySeconds, giveUp } = job
  for (let worker = 0; worker < job.concurrency; worker++) {
    await workers.start({ name, retrySeconds }, (run) => perform(job, deps, run, witness))
  }
  if (giveUp) {
    const queue = { name: deadName(job), retrySeconds: deadRetrySeconds }
    await workers.start(queue, (run) => giveUp(deps, run.data))
  }
}

/** Polling finds jobs that are due later. */
const maxWakeMs = 24 * 3600_000

/** The workers of this process by queue. */
class Workers {
  readonly #boss: PgBoss
  readonly #pollingSeconds: number
  readonly #ids = new Map<string, string[]>()

  constructor(boss: PgBoss, pollingSeconds: number) {
    this.#boss = boss
    this.#pollingSeconds = pollingSeconds
  }

  /** Starts a worker that performs one run after another, and never two of a group at once. */
  async start(
    { name, retrySeconds }: { name: string; retrySeconds: number },
    work: (run: Run) => Promise<void>,
  ): Promise<void> {
    const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: this.#pollingSeconds }
    const options = { ...polling, batchSize: 1, localGroupConcurrency: 1 }
    const worker = await this.#boss.work<object>(name, options, async ([run]) => {
      if (!run) return
      try {
        await work(run)
      } catch (error) {
        this.#wakeForRetry(name, retrySeconds, run.retryCount)
        throw error
      } finally {
        // Without this, the library would wait for the next notification although more jobs may be queued.
        this.#boss.notifyWorker(worker)
      }
    })
    this.#ids.set(name, [...(this.#ids.get(name) ?? []), worker])
  }

  /** Wakes twice, because the library chooses a random delay between half of the doubled time and all of it. */
  #wakeForRetry(name: string, retrySeconds: number, retries: number): void {
    for (const doubled of [retries, retries + 1])
      this.wakeAt(name, Math.min(retrySeconds * 2 ** doubled, maxRetrySeconds) * 1000)
  }

  /** Wakes the workers of a queue when a job is due. The library notifies them only of new jobs. */
  wakeAt(name: string, inMs: number): void {
    if (inMs > maxWakeMs || !this.#ids.has(name)) return
    const wake = () => {
      for (const id of this.#ids.get(name) ?? []) this.#boss.notifyWorker(id)
    }
    setTimeout(wake, Math.max(inMs, 0) + wakeMarginMs).unref()
  }
}

/** Allows for the clock of the database, and for the write after a run. */
const wakeMarginMs = 250

async function perform<Deps>(
  job: AnyJob<Deps>,
  deps: Deps,
  run: Run,
  { log, telemetry }: Witness,
): Promise<void> {
  const started = performance.now()
  const passed = () => performance.now() - started
  const facts = { job: job.name, jobId: run.id, attempt: run.retryCount + 1, payload: run.data }
  try {
    await telemetry.traced({ name: job.name, kind: 'job' }, () =>
      job.run(deps, run.data, run.signal ?? notAborted),
    )
    telemetry.ranJob({ job: job.name, outcome: 'done', ms: passed() })
    log.debug({ ...facts, ms: Math.round(passed()) }, 'job done')
  } catch (error) {
    telemetry.ranJob({ job: job.name, outcome: 'failed', ms: passed() })
    log.warn({ ...facts, err: error }, 'job failed')
    throw error
  }
}

async function drainQueues<Deps>(
  boss: PgBoss,
  job: AnyJob<Deps>,
  deps: Deps,
  witness: Witness,
  signal: AbortSignal,
): Promise<number> {
  const done = await drainQueue(boss, job.name, signal, (run) =>
    perform(job, deps, { ...run, signal }, witness),
  )
  const { giveUp } = job
  if (!giveUp) return done
  return done + (await drainQueue(boss, deadName(job), signal, (run) => giveUp(deps, run.data)))
}

/** Limits the runs, so that one queue does not delay the others. */
async function drainQueue(
  boss: PgBoss,
  name: string,
  signal: AbortSignal,
  work: (run: Run) => Promise<void>,
): Promise<number> {
  let done = 0
  for (; done < maxRunsPerRound && !signal.aborted; done++) {
    const [run] = await boss.fetch<object>(name)
    if (!run) break
    try {
      await work(run)
      await boss.complete(name, run.id)
    } catch (error) {
      await boss.fail(name, run.id, { message: String(error) })
    }
  }
  return done
}
