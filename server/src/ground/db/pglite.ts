import { readFile } from 'node:fs/promises'
import { Thread } from '../threads/thread.ts'
import type { DatabaseApi, DatabaseClient, DatabaseThreadOptions, QueryResult } from './pglite-worker.ts'

let program: Promise<WebAssembly.Module> | undefined

/** Compiles the program once for all databases of this process. */
function compiledProgram(): Promise<WebAssembly.Module> {
  program ??= readFile(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  return program
}

/**
 * The embedded database with the interface that Kysely and the job library expect. It has one connection: statements outside
 * of the open transaction wait for its end, so code inside of a transaction uses only `tx`.
 */
export class EmbeddedDatabase {
  ready = true
  waitReady: Promise<void> = Promise.resolve()
  readonly #thread: Thread<DatabaseApi>
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()
  #turn: Promise<unknown> = Promise.resolve()
  #callers = 0

  private constructor(workerData: DatabaseThreadOptions) {
    const methods: DatabaseClient = {
      notified: ({ channel, payload }) => {
        for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
      },
    }
    const url = new URL('./pglite-worker.ts', import.meta.url)
    this.#thread = new Thread(url, { name: 'The embedded database', workerData, methods })
  }

  static async open(options: Omit<DatabaseThreadOptions, 'program'>): Promise<EmbeddedDatabase> {
    const database = new EmbeddedDatabase({ ...options, program: await compiledProgram() })
    await database.#thread.call('open', undefined)
    return database
  }

  get closed(): boolean {
    return this.#thread.hasEnded
  }

  /** Callers of statements and transactions that have not ended; one of them runs. */
  get callers(): number {
    return this.#callers
  }

  query(sql: string, params: unknown[] = []): Promise<QueryResult> {
    return this.#exclusively(() => this.#query(sql, params))
  }

  /** Runs several statements; one result each. A failure rolls back the transaction that they may have begun. */
  exec(sql: string): Promise<QueryResult[]> {
    return this.#exclusively(async () => {
      try {
        return await this.#script(sql)
      } catch (error) {
        await this.#script('rollback')
        throw error
      }
    })
  }

  transaction<T>(work: (tx: { query: EmbeddedDatabase['query'] }) => Promise<T>): Promise<T> {
    return this.#exclusively(async () => {
      await this.#script('begin')
      try {
        const result = await work({ query: (sql, params = []) => this.#query(sql, params) })
        await this.#script('commit')
        return result
      } catch (error) {
        await this.#script('rollback')
        throw error
      }
    })
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    if (!this.#listeners.has(channel)) {
      this.#listeners.set(channel, listeners)
      await this.#exclusively(() => this.#thread.call('listen', { channel }))
    }
    listeners.add(listener)
    return async () => void listeners.delete(listener)
  }

  /** Returns the whole database as a file for the option `template`. */
  dump(): Promise<Uint8Array> {
    return this.#exclusively(() => this.#thread.call('dump', undefined))
  }

  async close(): Promise<void> {
    if (this.closed) return
    await this.#exclusively(() => this.#thread.call('close', undefined))
    await this.#thread.end()
  }

  /** Without parameters, the text can contain several statements, as migrations do. */
  async #query(sql: string, params: unknown[]): Promise<QueryResult> {
    if (params.length > 0) return this.#thread.call('query', { sql, params })
    return (await this.#script(sql)).at(-1) ?? { rows: [] }
  }

  #script(sql: string): Promise<QueryResult[]> {
    return this.#thread.call('script', { sql })
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    this.#callers++
    const result = this.#turn.then(work).finally(() => this.#callers--)
    this.#turn = result.catch(() => {})
    return result
  }
}
