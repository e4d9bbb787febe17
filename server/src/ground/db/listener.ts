import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Listening } from './database.ts'
import { connectionTo, type TimeLimits } from './postgres.ts'

const beatMs = 300
const catchUpWithinMs = 500
const reconnectMs = 300
/** The beat keeps the connection busy, so that silence of this length means a dead server. */
const limits: TimeLimits = { statement: 3000, idleInTransaction: 0, silence: 4000 }

/**
 * One connection that listens on a channel. PostgreSQL delivers pending notifications before it completes the session's
 * next statement, so each result of an empty statement proves that nothing from before it is missing. A broken
 * connection is replaced, and `onNotification` is called with `undefined`: notifications may have been missed.
 */
export class Listener implements Listening {
  readonly #url: string
  readonly #channel: string
  readonly #applicationName: string
  readonly #onNotification: (payload: string | undefined) => void
  readonly #stopping = new AbortController()
  #receivedUntil = Number.NEGATIVE_INFINITY
  #wanted = Promise.withResolvers<void>()
  #confirmed = Promise.withResolvers<void>()
  #following: Promise<void> = Promise.resolve()

  constructor(
    server: { url: string; applicationName: string },
    channel: string,
    onNotification: (payload: string | undefined) => void,
  ) {
    this.#url = server.url
    this.#applicationName = `${server.applicationName} listener`
    this.#channel = channel
    this.#onNotification = onNotification
  }

  /** Rejects if the first connection fails; later ones are retried until {@link stop}. */
  async start(): Promise<this> {
    this.#following = this.#follow(await this.#connect())
    return this
  }

  receivedUntil(): number {
    return this.#receivedUntil
  }

  async catchUp(): Promise<void> {
    const startedAt = performance.now()
    const late = pause(catchUpWithinMs, undefined, { ref: false })
    let isLate = false
    void late.then(() => {
      isLate = true
    })
    // A beat in progress can have started before the call.
    while (this.#receivedUntil < startedAt && !isLate) {
      this.#wanted.resolve()
      await Promise.race([this.#confirmed.promise, late])
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wanted.resolve()
    await this.#following
  }

  async #follow(connected: pg.Client): Promise<void> {
    let client: pg.Client | undefined = connected
    while (!this.#stopping.signal.aborted) {
      if (client) {
        await this.#beat(client)
        this.#receivedUntil = Number.NEGATIVE_INFINITY
        await client.end().catch(() => {})
        if (this.#stopping.signal.aborted) return
        this.#onNotification(undefined)
      }
      await pause(reconnectMs, undefined, { ref: false })
      client = await this.#connect().catch(() => undefined)
    }
    await client?.end().catch(() => {})
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(connectionTo(this.#url, this.#applicationName, limits))
    client.on('error', () => {})
    client.on('notification', ({ payload }) => this.#onNotification(payload ?? ''))
    try {
      await client.connect()
      const from = performance.now()
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`)
      // Notifications sent between the last connection and this one are lost.
      this.#onNotification(undefined)
      this.#receivedUntil = from
      return client
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  /** Sends empty statements until one fails. */
  async #beat(client: pg.Client): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wanted = Promise.withResolvers()
      const from = performance.now()
      const isAlive = await client.query('select').then(
        () => true,
        () => false,
      )
      if (!isAlive) return
      this.#receivedUntil = from
      this.#confirmed.resolve()
      this.#confirmed = Promise.withResolvers()
      await Promise.race([this.#wanted.promise, pause(beatMs, undefined, { ref: false })])
    }
  }
}
