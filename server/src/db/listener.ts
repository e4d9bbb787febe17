import pg from 'pg'
import type { PrimaryPool } from './primary-pool.ts'

/** A subscription to notifications that knows up to when it has heard all of them. */
export interface Listening {
  /** On the scale of `performance.now()`: what was committed before then has been heard. */
  heardUntil(): number
  /** Looks now whether anything is missing; waits a moment at most. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

/** Whether what changed a second ago would have been heard. */
export const isCurrent = (listening: Listening): boolean =>
  performance.now() - listening.heardUntil() < longestUnheardMs

const longestUnheardMs = 1000
const beatMs = 300
const patienceMs = 500
/** So many beats without an answer, and the connection is given up. */
const beatsWithoutAnswer = 12
const reconnectMs = 300
const connectWithinMs = 3000
/** An attempt to connect that took so long met nobody who refused it. */
const silentAfterMs = 0.9 * connectWithinMs

/**
 * One connection that listens. PostgreSQL sends what a session has to be notified of before it answers the session's
 * next statement, so that each answer to a small statement proves that nothing from before it is missing. When no answer
 * comes, the connection is replaced, and `heard` is called with `undefined`: something may have been missed.
 */
export class Listener implements Listening {
  readonly #pool: PrimaryPool
  readonly #channel: string
  readonly #heard: (payload: string | undefined) => void
  #connection: { client: pg.Client; cut: () => void } | undefined
  #heardUntil = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined
  #unanswered = 0
  #beat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #isStopped = false
  #isSilent = false

  constructor(pool: PrimaryPool, channel: string, heard: (payload: string | undefined) => void) {
    this.#pool = pool
    this.#channel = channel
    this.#heard = heard
  }

  async start(): Promise<this> {
    await this.#connect()
    this.#beat = setInterval(() => this.#check(), beatMs).unref()
    return this
  }

  heardUntil(): number {
    return this.#heardUntil
  }

  /** Whether the server is known to be gone without a word: it has not taken up a new connection either. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  async catchUp(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    await Promise.race([this.#ask(), late])
    clearTimeout(timer)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#beat)
    clearTimeout(this.#retry)
    await this.#connection?.client.end()
  }

  async #connect(): Promise<void> {
    const connection = await this.#pool.connectAlone('nodeyard listener', connectWithinMs)
    if (this.#isStopped) return void connection.client.end()
    const { client, cut } = connection
    const broken = () => this.#lose(connection)
    client.on('error', broken).on('end', broken)
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    const from = performance.now()
    await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`).catch((error: unknown) => {
      cut()
      throw error
    })
    this.#connection = connection
    this.#unanswered = 0
    // What happened between the last connection and this one went by unheard.
    this.#heard(undefined)
    this.#heardUntil = from
  }

  #lose(connection: { client: pg.Client }): void {
    if (this.#connection !== connection || this.#isStopped) return
    this.#connection = undefined
    this.#asking = undefined
    this.#heardUntil = Number.NEGATIVE_INFINITY
    this.#heard(undefined)
    this.#reconnectSoon()
  }

  #reconnectSoon(): void {
    if (this.#isStopped) return
    this.#retry = setTimeout(() => {
      const from = performance.now()
      this.#connect()
        .then(() => {
          this.#isSilent = false
        })
        .catch(() => {
          this.#isSilent = performance.now() - from >= silentAfterMs
          this.#reconnectSoon()
        })
    }, reconnectMs)
  }

  /** Counted in beats rather than in time: a process that stood still itself has not been kept waiting. */
  #check(): void {
    if (this.#asking && ++this.#unanswered >= beatsWithoutAnswer) this.#connection?.cut()
    void this.#ask()
  }

  #ask(): Promise<void> {
    const connection = this.#connection
    if (!connection) return Promise.resolve()
    this.#asking ??= this.#askOn(connection)
    return this.#asking
  }

  async #askOn(connection: { client: pg.Client }): Promise<void> {
    const from = performance.now()
    // When it breaks, its own events tell.
    const isAnswered = await connection.client.query('select').then(
      () => true,
      () => false,
    )
    if (this.#connection !== connection) return
    this.#asking = undefined
    if (!isAnswered) return
    this.#unanswered = 0
    this.#heardUntil = from
  }
}
