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
  /** Not before this time. */
  startAfter?: Date
  /** Among what is due the highest first; 0 unless it is said. */
  priority?: number
  /** What tells runs of an exclusive job apart. */
  key?: string
  /** Each process runs one of a group at a time. */
  group?: string
}

export interface Jobs<Deps> {
  /**
   * Stores work in the transaction that makes it necessary; it is run after the commit. False when the job is exclusive
   * and waits or runs already.
   */
  send<Payload extends object>(
    tx: Tx,
    job: Job<Payload, never>,
    payload: Payload,
    options?: SendOptions,
  ): Promise<boolean>
  /** Begins to run work in this process. */
  work(deps: Deps): Promise<void>
  /**
   * Runs all that is due, one after the other, in this call; resolves with the number of runs. For commands and tests.
   * A failed run is left for its next attempt. When the signal comes, the run that goes on is the last.
   */
  drain(deps: Deps, signal?: AbortSignal): Promise<number>
  /** Waits for what is running; what is not done by then is handed back. */
  stop(): Promise<void>
}

/** Who is told what becomes of work. */
export interface Witness {
  log: Logger
  telemetry: Pick<Telemetry, 'ranJob' | 'traced'>
}

const schema = 'jobs'
/** A process that is silent for this long counts as dead, and its work is given to another. The library's minimum. */
const heartbeatSeconds = 10
/**
 * How often the library looks for work that no notification announces: the next attempt of a failed run, and work of a
 * process that died. With the embedded database there is no other process, and {@link wakeAt} announces attempts.
 */
const intervals = {
  postgres: { supervisionSeconds: 5, pollingSeconds: 10 },
  pglite: { supervisionSeconds: 60, pollingSeconds: 600 },
}
/** How late scheduled work may start. */
const cronSeconds = 15
/** For features of the library that nothing uses. */
const unusedSeconds = 3600
const stopTimeoutMs = 20_000
const mostRetrySeconds = 600
const deadRetrySeconds = 5
const keptForDays = 14

/** The library waits for times of its clock: set back by an hour, it would take care of nothing for an hour. */
const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/**
 * The job library on the product's own database. `retrySeconds` overrides the jobs' own, for tests.
 */
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
  boss.on('error', (error) => log.error({ err: error }, 'the job library reports an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job library warns'))
  if (database.kind === 'pglite' && options.works) await handBackOrphans(database)
  await boss.start()
  const stored = await readStored(boss)
  for (const job of jobs) await prepareQueues(boss, job as AnyJob<Deps>, stored, options.retrySeconds)
  const workers = new Workers(boss, pollingSeconds)

  return {
    async send(tx, job, payload, { startAfter, priority, key, group } = {}) {
      const id = await boss.send(job.name, payload, {
        db: fromKysely(tx),
        ...(startAfter ? { startAfter } : {}),
        ...(priority === undefined ? {} : { priority }),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(group === undefined ? {} : { group: { id: group } }),
      })
      if (startAfter) workers.wakeAt(job.name, startAfter.getTime() - steadyClock.now())
      return id !== null
    },
    async work(deps) {
      for (const job of jobs as readonly AnyJob<Deps>[]) await workOn(workers, job, deps, witness)
      for (const { name, inMs } of await listLater(database)) workers.wakeAt(name, inMs)
    },
    async drain(deps, signal = notAborted) {
      let runs = 0
      for (let before = -1; before !== runs && !signal.aborted; ) {
        before = runs
        for (const job of jobs as readonly AnyJob<Deps>[]) {
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
      const result = await raw.query(text, values as unknown[])
      // Several statements in one text come back as several results.
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
 * The embedded database has one process: what it finds running when it starts was cut off with the last one.
 * Waiting for missing heartbeats would only cost time.
 */
async function handBackOrphans({ raw }: Database): Promise<void> {
  const known = await raw.query('select to_regclass($1) as found', [`${schema}.job`])
  if (!known.rows[0]?.['found']) return
  await raw.query(
    `update ${schema}.job set state = 'retry', start_after = now(), retry_count = retry_count + 1
     where state = 'active' and retry_count < retry_limit`,
  )
}

/** Work of an earlier start of the process whose time has not come. Elsewhere, polling finds it. */
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
const runsOfARound = 20

const noJob = '00000000-0000-0000-0000-000000000000'

const deadName = (job: AnyJob<never>) => `${job.name}-given-up`

/** The queues and schedules of earlier starts, by name. */
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

/** Writes only what differs from what is stored: most starts change nothing, and there are many queues. */
async function prepareQueues(
  boss: PgBoss,
  job: AnyJob<never>,
  stored: Stored,
  retrySeconds = job.retrySeconds,
): Promise<void> {
  const kept = { retentionSeconds: keptForDays * 86_400, deleteAfterSeconds: 86_400, notify: true }
  const runs = {
    ...kept,
    retryLimit: job.attempts - 1,
    retryDelay: retrySeconds,
    retryBackoff: retrySeconds > 0,
    expireInSeconds: job.timeoutSeconds,
    heartbeatSeconds,
  }
  const update = { ...runs, retryDelayMax: retrySeconds > 0 ? mostRetrySeconds : null }
  const queue = stored.queues.get(job.name)
  if (job.giveUp && !stored.queues.has(deadName(job))) {
    await boss.createQueue(deadName(job), { ...kept, retryLimit: 20, retryDelay: deadRetrySeconds })
  }
  if (!queue) {
    await boss.createQueue(job.name, {
      ...runs,
      ...(job.isExclusive ? { policy: 'exclusive' as const } : {}),
      ...(job.giveUp ? { deadLetter: deadName(job) } : {}),
    })
  }
  // The stored queue can have the settings of another release.
  if (!queue || !hasAll(queue, update)) {
    await boss.updateQueue(job.name, update)
    // The library reads about a queue when it first meets it, and would do so outside of the transaction that
    // sends: on one connection it would wait for itself. Any look into the queue makes it remember.
    await boss.findJobs(job.name, { id: noJob })
  }
  if (job.schedule && stored.schedules.get(job.name)?.cron !== job.schedule) {
    await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
  }
}

/** Whether a stored queue has these settings already. */
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

/** Polling finds later work early enough. */
const longestWakeMs = 24 * 3600_000

/** The workers of this process by queue. */
class Workers {
  readonly #boss: PgBoss
  readonly #pollingSeconds: number
  readonly #ids = new Map<string, string[]>()

  constructor(boss: PgBoss, pollingSeconds: number) {
    this.#boss = boss
    this.#pollingSeconds = pollingSeconds
  }

  /** Performs one run after the other; of a group, never two at once. */
  async start(
    { name, retrySeconds }: { name: string; retrySeconds: number },
    work: (run: Run) => Promise<void>,
  ): Promise<void> {
    const often = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: this.#pollingSeconds }
    const options = { ...often, batchSize: 1, localGroupConcurrency: 1 }
    const worker = await this.#boss.work<object>(name, options, async ([run]) => {
      if (!run) return
      try {
        await work(run)
      } catch (error) {
        this.#wakeForRetry(name, retrySeconds, run.retryCount)
        throw error
      } finally {
        // The library would wait for the next notification, though more work may be queued.
        this.#boss.notifyWorker(worker)
      }
    })
    this.#ids.set(name, [...(this.#ids.get(name) ?? []), worker])
  }

  /** The library waits for between half of the doubled time and all of it. */
  #wakeForRetry(name: string, retrySeconds: number, retries: number): void {
    for (const doubled of [retries, retries + 1])
      this.wakeAt(name, Math.min(retrySeconds * 2 ** doubled, mostRetrySeconds) * 1000)
  }

  /** Notifications announce new work, but not that the time of stored work has come. */
  wakeAt(name: string, inMs: number): void {
    if (inMs > longestWakeMs || !this.#ids.has(name)) return
    const wake = () => {
      for (const id of this.#ids.get(name) ?? []) this.#boss.notifyWorker(id)
    }
    setTimeout(wake, Math.max(inMs, 0) + wakeMarginMs).unref()
  }
}

/** The stored time is the database's, and is written after the run. */
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
    log.debug({ ...facts, ms: Math.round(passed()) }, 'a job is done')
  } catch (error) {
    telemetry.ranJob({ job: job.name, outcome: 'failed', ms: passed() })
    log.warn({ ...facts, err: error }, 'a run of a job failed')
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

/** At most so many, so that no queue keeps the others waiting. */
async function drainQueue(
  boss: PgBoss,
  name: string,
  signal: AbortSignal,
  work: (run: Run) => Promise<void>,
): Promise<number> {
  let done = 0
  for (; done < runsOfARound && !signal.aborted; done++) {
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
