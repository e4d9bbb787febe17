import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Changes } from './changes.ts'
import type { Database, Db, OnQuery } from './database.ts'
import { logEventsTo } from './open.ts'
import { openPool } from './postgres.ts'
import { maxLagMs, type Replicas } from './replicas.ts'
import type { Schema } from './schema.ts'

const checkEveryMs = 1000
const checkAfterChangeMs = 20
const replayPollMs = 50

const noReplicas: Replicas = {
  pick: () => undefined,
  suspend: async () => true,
  ages: () => [],
  close: async () => {},
}

interface ReplicaOptions {
  primary: Pick<Database, 'raw' | 'applicationName'>
  changes: Changes
  connections: number
  onQuery: OnQuery
  log: Logger
}

/** Opens the replicas at these URLs and keeps checking how far each has replayed. */
export function openReplicas(urls: readonly string[], options: ReplicaOptions): Replicas {
  if (urls.length === 0) return noReplicas
  const replicas = urls.map((url) => new Replica(url, options))
  let next = 0
  return {
    pick() {
      for (let tried = 0; tried < replicas.length; tried++) {
        const replica = replicas[next++ % replicas.length]
        if (replica?.isCurrent()) return replica.db
      }
      return undefined
    },
    suspend(db) {
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
  readonly #options: ReplicaOptions
  readonly #watching: Promise<void>
  /** All times are on the scale of `performance.now()`. */
  #caughtUpAt = Number.NEGATIVE_INFINITY
  #changedAt = performance.now()
  #changed = Promise.withResolvers<void>()
  #isClosed = false

  constructor(url: string, options: ReplicaOptions) {
    const { primary, connections, changes, onQuery } = options
    this.#options = options
    this.#pool = openPool(url, { connections, applicationName: `${primary.applicationName} reader` })
    this.db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: this.#pool }),
      log: logEventsTo(onQuery),
    })
    changes.onChange(() => {
      this.#changedAt = performance.now()
      this.#changed.resolve()
    })
    this.#watching = this.#watch()
  }

  get ageMs(): number {
    return performance.now() - this.#caughtUpAt
  }

  isCurrent(): boolean {
    return this.#caughtUpAt > this.#changedAt && this.ageMs < maxLagMs && this.#options.changes.isCurrent()
  }

  distrust(): void {
    this.#caughtUpAt = Number.NEGATIVE_INFINITY
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#changed.resolve()
    await this.db.destroy()
    await this.#watching
  }

  async #watch(): Promise<void> {
    for (let wasCurrent = false; !this.#isClosed; ) {
      await this.#catchUp().catch(() => this.distrust())
      const isCurrent = this.ageMs < maxLagMs
      if (isCurrent !== wasCurrent)
        this.#options.log.info(
          isCurrent ? 'reading from a replica' : 'replica is lagging or gone; not using it',
        )
      wasCurrent = isCurrent
      // Changes in quick succession are checked together.
      await pause(checkAfterChangeMs, undefined, { ref: false })
      if (this.#changedAt < this.#caughtUpAt) this.#changed = Promise.withResolvers()
      await Promise.race([this.#changed.promise, pause(checkEveryMs, undefined, { ref: false })])
    }
  }

  /** Waits until the replica has replayed what the primary had written when this began. */
  async #catchUp(): Promise<void> {
    const startedAt = performance.now()
    const { rows } = await this.#options.primary.raw.query(
      // Commits are flushed unless the server is configured not to wait for that.
      `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end::text as position`,
    )
    const position = String(rows[0]?.['position'])
    while (!this.#isClosed && performance.now() - startedAt < maxLagMs) {
      if (await this.#hasReplayed(position)) {
        this.#caughtUpAt = startedAt
        return
      }
      await pause(replayPollMs, undefined, { ref: false })
    }
  }

  /** Returns false for a promoted server, whose history differs from the primary's. */
  async #hasReplayed(position: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ isReplayed: boolean }>(
      'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isReplayed"',
      [position],
    )
    return rows[0]?.isReplayed === true
  }
}
