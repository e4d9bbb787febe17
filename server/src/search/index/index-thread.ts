import { Worker } from 'node:worker_threads'
import type { Calls, IndexAnswer, IndexRequest, IndexWorkerOptions } from './index-worker.ts'

/** The one thread of a process in which searches are looked for. */
export interface SearchThread {
  /** Begins with nothing where it is the first one, or the one before has ended. */
  current(): IndexThread
  stop(): Promise<void>
}

export function searchThread(options: IndexWorkerOptions): SearchThread {
  let thread: IndexThread | undefined
  return {
    current() {
      if (!thread || thread.hasEnded) thread = new IndexThread(options)
      return thread
    },
    stop: async () => thread?.stop(),
  }
}

/** Search entries and words in a thread of their own: who searches or changes them keeps no other request waiting. */
export class IndexThread {
  readonly #thread: Worker
  readonly #waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  #lastCall = 0
  hasEnded = false

  constructor(options: IndexWorkerOptions) {
    this.#thread = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: options, env: {} })
    this.#thread.on('message', (answer: IndexAnswer) => this.#receive(answer))
    this.#thread.on('error', (error) => this.#end(error as Error))
    this.#thread.on('exit', () => this.#end(new Error('The thread of the search index has ended.')))
    // The process may end while it is idle: whoever waits for an answer holds it up.
    this.#thread.unref()
  }

  /** Rejects when the thread has ended. */
  ask<Name extends keyof Calls>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    if (this.hasEnded) return Promise.reject(new Error('The thread of the search index has ended.'))
    const call = ++this.#lastCall
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) this.#thread.ref()
      this.#waiting.set(call, { resolve, reject })
      this.#thread.postMessage({ call, name, args } satisfies IndexRequest)
    })
  }

  /** In bytes; none once it has ended. */
  async heap(): Promise<{ used: number; reserved: number }> {
    if (this.hasEnded) return { used: 0, reserved: 0 }
    const heap = await this.#thread.getHeapStatistics()
    return { used: heap.used_heap_size, reserved: heap.total_heap_size }
  }

  async stop(): Promise<void> {
    await this.#thread.terminate()
  }

  #receive(answer: IndexAnswer): void {
    const waiting = this.#waiting.get(answer.call)
    this.#waiting.delete(answer.call)
    if (this.#waiting.size === 0) this.#thread.unref()
    if ('failure' in answer) waiting?.reject(new Error(answer.failure))
    else waiting?.resolve(answer.value as never)
  }

  #end(error: Error): void {
    this.hasEnded = true
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
