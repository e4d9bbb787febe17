import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { ThreadCalls } from '../threads/thread-calls.ts'
import type { WorkerAnswer, WorkerOptions, WorkerRequest } from './pglite-worker.ts'

interface Result {
  rows: Record<string, unknown>[]
  affectedRows?: number
}

let program: Promise<WebAssembly.Module> | undefined

/** Compiled once for all databases of this process. */
function compiledProgram(): Promise<WebAssembly.Module> {
  program ??= readFile(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  return program
}

/** A database error as PostgreSQL's driver throws it: SQLSTATE in `code`, `constraint`, `detail`. */
class EmbeddedDatabaseError extends Error {
  override name = 'DatabaseError'
}

type RequestOf<Kind extends WorkerRequest['kind']> = Omit<
  Extract<WorkerRequest, { kind: Kind }>,
  'call' | 'kind'
>

/**
 * The embedded database as Kysely and the job library see it. There is one connection: what runs outside of a
 * transaction waits for the one that is open, so inside of it only `tx` may be used.
 */
export class EmbeddedDatabase {
  ready = true
  waitReady: Promise<void> = Promise.resolve()
  readonly #worker: Worker
  readonly #calls: ThreadCalls
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(worker: Worker) {
    this.#worker = worker
    this.#calls = new ThreadCalls(worker, 'The embedded database')
    worker.on('message', (answer: WorkerAnswer) => this.#receive(answer))
  }

  static async open(options: Omit<WorkerOptions, 'program'>): Promise<EmbeddedDatabase> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { ...options, program: await compiledProgram() },
    })
    const database = new EmbeddedDatabase(worker)
    await database.#ask('open', {})
    return database
  }

  get closed(): boolean {
    return this.#calls.hasEnded
  }

  query(sql: string, params: unknown[] = []): Promise<Result> {
    return this.#exclusively(() => this.#query(sql, params))
  }

  /** Runs several statements; one result each. A failure ends the transaction that they may have begun. */
  exec(sql: string): Promise<Result[]> {
    return this.#exclusively(async () => {
      try {
        return await this.#ask<Result[]>('script', { sql })
      } catch (error) {
        await this.#ask('script', { sql: 'rollback' })
        throw error
      }
    })
  }

  transaction<T>(work: (tx: { query: EmbeddedDatabase['query'] }) => Promise<T>): Promise<T> {
    return this.#exclusively(async () => {
      await this.#ask('script', { sql: 'begin' })
      try {
        const result = await work({ query: (sql, params = []) => this.#query(sql, params) })
        await this.#ask('script', { sql: 'commit' })
        return result
      } catch (error) {
        await this.#ask('script', { sql: 'rollback' })
        throw error
      }
    })
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    if (!this.#listeners.has(channel)) {
      this.#listeners.set(channel, listeners)
      await this.#exclusively(() => this.#ask('listen', { channel }))
    }
    listeners.add(listener)
    return async () => void listeners.delete(listener)
  }

  /** The whole database as a file that `template` takes. */
  dump(): Promise<Uint8Array> {
    return this.#exclusively(() => this.#ask<Uint8Array>('dump', {}))
  }

  async close(): Promise<void> {
    if (this.closed) return
    await this.#exclusively(() => this.#ask('close', {}))
    await this.#worker.terminate()
  }

  /** A statement without parameters may hold several, as migrations do. */
  async #query(sql: string, params: unknown[]): Promise<Result> {
    if (params.length > 0) return this.#ask<Result>('query', { sql, params })
    return (await this.#ask<Result[]>('script', { sql })).at(-1) ?? { rows: [] }
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  #ask<T>(kind: WorkerRequest['kind'], rest: RequestOf<WorkerRequest['kind']> | object): Promise<T> {
    return this.#calls.ask<T>({ kind, ...rest })
  }

  #receive(answer: WorkerAnswer): void {
    if ('channel' in answer) {
      for (const listener of this.#listeners.get(answer.channel) ?? []) listener(answer.payload)
    } else if ('error' in answer) {
      const { message, fields } = answer.error
      this.#calls.fail(answer.call, Object.assign(new EmbeddedDatabaseError(message), fields))
    } else {
      this.#calls.answer(answer.call, answer.value)
    }
  }
}
