import { setFlagsFromString } from 'node:v8'
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads'
import { Calls, type Methods, type Result } from './calls.ts'

// Freeing the code of WebAssembly functions sometimes aborts the process when threads that run the same module come and
// go (`jit_page_->allocations_.erase(addr) == 1`). Source: https://github.com/nodejs/node/issues/64500
setFlagsFromString('--no-wasm-code-gc')

export interface ThreadOptions extends Pick<WorkerOptions, 'workerData' | 'resourceLimits' | 'env'> {
  /** Appears in the error of calls that the thread's end cuts off. */
  name: string
  /** Methods that the thread can call. */
  methods?: Methods
  /** The thread ends itself after this long without a call. Unlimited by default. */
  idleMs?: number
  /** Called once when the thread has ended, with the error that ended it, if any. */
  onEnd?: (error?: unknown) => void
}

/**
 * A worker thread that serves methods; its program calls {@link serve}. Once it has ended it stays ended, and every call
 * rejects. An idle thread does not keep the process alive.
 */
export class Thread<Api extends Methods> {
  readonly #worker: Worker
  readonly #calls: Calls<Api>
  readonly #options: ThreadOptions
  #idle: NodeJS.Timeout | undefined
  hasEnded = false

  constructor(program: URL, options: ThreadOptions) {
    this.#options = options
    this.#worker = new Worker(program, options)
    this.#calls = new Calls(this.#worker, options.methods)
    this.#worker.on('error', (error) => this.#finish(error))
    this.#worker.on('exit', () => this.#finish())
    this.#worker.unref()
  }

  /** @param moved Buffers of the payload that are transferred to the thread. */
  async call<Name extends keyof Api & string>(
    method: Name,
    payload: Parameters<Api[Name]>[0],
    moved: ArrayBuffer[] = [],
  ): Promise<Result<Api, Name>> {
    if (this.hasEnded) throw this.#ended()
    clearTimeout(this.#idle)
    this.#worker.ref()
    try {
      return await this.#calls.call(method, payload, moved)
    } finally {
      if (this.#calls.areAllAnswered) this.#rest()
    }
  }

  /** CPU time since the thread started. Rejects while the thread starts and once it has ended. */
  async cpuMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage()
    return (user + system) / 1000
  }

  /** Rejects once the thread has ended. */
  getHeapStatistics(): ReturnType<Worker['getHeapStatistics']> {
    return this.#worker.getHeapStatistics()
  }

  /** Terminates the thread and rejects its pending calls. */
  async end(): Promise<void> {
    this.#finish()
    await this.#worker.terminate()
  }

  #rest(): void {
    const { idleMs } = this.#options
    this.#worker.unref()
    if (idleMs !== undefined) this.#idle = setTimeout(() => void this.end(), idleMs).unref()
  }

  #ended(): Error {
    return new Error(`${this.#options.name} has ended.`)
  }

  #finish(error?: unknown): void {
    if (this.hasEnded) return
    this.hasEnded = true
    clearTimeout(this.#idle)
    this.#calls.fail(error ?? this.#ended())
    this.#options.onEnd?.(error)
  }
}

/** Serves methods to the thread that started this one. The result calls the methods of that thread. */
export function serve<Theirs extends Methods>(own: Methods): Calls<Theirs> {
  if (!parentPort) throw new Error('This file runs as a worker thread.')
  return new Calls<Theirs>(parentPort, own)
}
