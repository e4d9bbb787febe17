import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Changes } from './changes.ts'
import { type Db, type OnQuery, type RawDatabase, tellingTo } from './database.ts'
import { hostsIn } from './database-hosts.ts'
import { openPool } from './primary-pool.ts'
import type { Schema } from './schema.ts'
import { isUnavailable } from './unavailable.ts'

/** How far a replica may be behind before it is left aside. */
export const longestLagMs = 5000
const everyMs = 1000
/** Changes in a row are looked after together. */
const leastBetweenMs = 20
const firstLookMs = 2
const laterLooksMs = 250

/** Replicas of the database, for reads that may be a little old. */
export interface Replicas {
  /**
   * One that has replayed every change this process has heard of, and all that was written `longestLagMs` ago.
   * Undefined where none has.
   */
  pick(): Db | undefined
  /** It failed; it is asked again before it is used again. False when the primary does not answer either. */
  leaveAside(db: Db): Promise<boolean>
  /** For each, how old its newest proof is, in ms; infinite without one. */
  ages(): number[]
  close(): Promise<void>
}

export const noReplicas: Replicas = {
  pick: () => undefined,
  leaveAside: async () => true,
  ages: () => [],
  close: async () => {},
}

/**
 * Makes an answer from a replica, or from the primary where no replica is good enough or the one that was asked fails.
 * Only for reads: they may be done twice.
 */
export async function fromReplica<D extends { db: Db; replicas: Replicas }, T>(
  deps: D,
  read: (deps: D) => Promise<T>,
): Promise<T> {
  const db = deps.replicas.pick()
  if (!db) return read(deps)
  try {
    return await read({ ...deps, db })
  } catch (error) {
    if (isUnavailable(error)) {
      // Who has waited for one in vain is not to wait for the other.
      if (!(await deps.replicas.leaveAside(db))) throw error
    }
    // A replica also cuts off statements that are in the way of what it replays.
    else if (!(error instanceof pg.DatabaseError)) throw error
    return read(deps)
  }
}

interface Primary {
  raw: Pick<RawDatabase, 'query'>
}

/** How far the log of the primary is. */
interface Place {
  cluster: string
  place: string
  /** Of the timeline: whoever has replayed it follows this very history. */
  mark: string
}

type Found = Omit<Place, 'mark'> & { mark: string | null; timeline: string }

/** On which the primary writes now; its control file tells only of the last checkpoint. */
const timeline = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'

/**
 * Opens the replicas at an address and keeps looking how far they are. After each change that is heard, and once a
 * second, the primary is asked for its place in the log, and a replica is good from the moment it has replayed that:
 * what is made from it and kept can therefore be older than nothing this process knows of.
 */
export function openReplicas(
  url: string | undefined,
  options: { primary: Primary; changes: Changes; connections: number; onQuery: OnQuery; log: Logger },
): Replicas {
  if (!url) return noReplicas
  const replicas = hostsIn(url).map((host) => new Replica(host, options))
  let next = 0
  return {
    pick() {
      for (let tried = 0; tried < replicas.length; tried++) {
        const replica = replicas[next++ % replicas.length]
        if (replica?.isGood()) return replica.db
      }
      return undefined
    },
    leaveAside(db) {
      replicas.find((replica) => replica.db === db)?.distrust()
      return options.changes.catchUp()
    },
    ages: () => replicas.map((replica) => replica.ageMs),
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

class Replica {
  readonly db: Db
  readonly #pool: pg.Pool
  readonly #primary: Primary
  readonly #changes: Changes
  readonly #log: Logger
  /** All three on the scale of `performance.now()`. */
  #provenAt = Number.NEGATIVE_INFINITY
  #changedAt = performance.now()
  #wake = () => {}
  #isClosed = false
  #wasGood = false
  readonly #watching: Promise<void>

  constructor(
    url: string,
    {
      primary,
      changes,
      connections,
      onQuery,
      log,
    }: { primary: Primary; changes: Changes; connections: number; onQuery: OnQuery; log: Logger },
  ) {
    this.#pool = openPool(url, connections, 'nodeyard reader')
    this.db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: this.#pool }),
      log: tellingTo(onQuery),
    })
    this.#primary = primary
    this.#changes = changes
    this.#log = log
    changes.onChange(() => {
      this.#changedAt = performance.now()
      this.#wake()
    })
    this.#watching = this.#watch()
  }

  get ageMs(): number {
    return performance.now() - this.#provenAt
  }

  isGood(): boolean {
    return this.#provenAt > this.#changedAt && this.ageMs < longestLagMs && this.#changes.isCurrent()
  }

  distrust(): void {
    this.#provenAt = Number.NEGATIVE_INFINITY
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#wake()
    await this.db.destroy()
    await this.#watching
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      await this.#prove().catch(() => this.distrust())
      this.#sayWhetherGood()
      await wait(leastBetweenMs, undefined, { ref: false })
      if (this.#changedAt > this.#provenAt && this.#provenAt > 0) continue
      await this.#untilChangeOr(everyMs)
    }
  }

  async #prove(): Promise<void> {
    const from = performance.now()
    const here = await this.#placeOfPrimary()
    for (let pause = firstLookMs; !this.#isClosed; pause = Math.min(pause * 2, laterLooksMs)) {
      if (await this.#hasReplayed(here)) {
        this.#provenAt = from
        return
      }
      if (performance.now() - from > longestLagMs) return
      await wait(pause, undefined, { ref: false })
    }
  }

  async #placeOfPrimary(): Promise<Place> {
    const { rows } = await this.#primary.raw.query(
      // What is committed is flushed, unless the server was told not to wait for that.
      `select system_identifier::text as cluster, ${timeline} as timeline, mark::text, case current_setting('synchronous_commit')
         when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as place
       from pg_control_system() left join database_timelines on timeline = ${timeline}`,
    )
    const { mark, timeline: unmarked, ...place } = rows[0] as unknown as Found
    if (mark) return { ...place, mark }
    await this.#primary.raw.query(
      'insert into database_timelines (timeline) values ($1) on conflict do nothing',
      [unmarked],
    )
    return this.#placeOfPrimary()
  }

  /**
   * Not true of a server that has been promoted, nor of one of another cluster or of a history that was undone: their
   * places mean nothing here. The numbers of timelines that a replica itself tells lag, or are not for every user.
   */
  async #hasReplayed({ place, cluster, mark }: Place): Promise<boolean> {
    const { rows } = await this.#pool.query<{ is_there: boolean }>(
      `select pg_is_in_recovery() and system_identifier::text = $2 and pg_last_wal_replay_lsn() >= $1::pg_lsn
         and exists (select from database_timelines where mark = $3) as is_there
       from pg_control_system()`,
      [place, cluster, mark],
    )
    return rows[0]?.is_there === true
  }

  #sayWhetherGood(): void {
    const isGood = this.ageMs < longestLagMs
    if (isGood !== this.#wasGood)
      this.#log[isGood ? 'info' : 'warn'](
        isGood ? 'a replica is read from' : 'a replica lags or is gone, and is left aside',
      )
    this.#wasGood = isGood
  }

  async #untilChangeOr(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, ms).unref()
    await promise
    clearTimeout(timer)
  }
}
