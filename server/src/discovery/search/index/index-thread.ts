import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { type Heap, heapOf } from '../../../ground/telemetry/heap.ts'
import { ThreadCalls } from '../../../ground/threads/thread-calls.ts'
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
  readonly #calls: ThreadCalls

  constructor(options: IndexWorkerOptions) {
    this.#thread = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: options, env: {} })
    this.#calls = new ThreadCalls(this.#thread, 'The thread of the search index')
    this.#thread.on('message', (answer: IndexAnswer) => {
      if ('failure' in answer) this.#calls.fail(answer.call, new Error(answer.failure))
      else this.#calls.answer(answer.call, answer.value)
    })
  }

  get hasEnded(): boolean {
    return this.#calls.hasEnded
  }

  /** Rejects when the thread has ended. */
  ask<Name extends keyof Calls>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    return this.#calls.ask({ name, args } satisfies Omit<IndexRequest, 'call'>)
  }

  heap(): Promise<Heap> {
    return heapOf([this.#thread])
  }

  async stop(): Promise<void> {
    await this.#thread.terminate()
  }
}

/** The database answers what the thread knows nothing of, and what it could not answer. */
export async function elseDatabase<T>(
  ofThread: Promise<T> | undefined,
  ofDatabase: () => Promise<T>,
  log: Logger,
): Promise<T> {
  if (!ofThread) return ofDatabase()
  try {
    return await ofThread
  } catch (error) {
    log.warn({ err: error }, 'the database answers what the thread of searches could not')
    return ofDatabase()
  }
}
