import type { Worker } from 'node:worker_threads'

/** Who waits for which answer of a thread. */
export class ThreadCalls {
  readonly #thread: Worker
  readonly #name: string
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #lastCall = 0
  hasEnded = false

  /** @param name of the thread, for whoever waits when it ends */
  constructor(thread: Worker, name: string) {
    this.#thread = thread
    this.#name = name
    thread.on('error', (error) => this.#end(error as Error))
    thread.on('exit', () => this.#end(this.#ended()))
    // The process may end while the thread is idle: whoever waits for an answer holds it up.
    thread.unref()
  }

  /** The request gets a number, `call`, which its answer is to be given with. Rejects when the thread has ended. */
  ask<T>(request: object): Promise<T> {
    if (this.hasEnded) return Promise.reject(this.#ended())
    const call = ++this.#lastCall
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(call, answer)
    this.#thread.ref()
    this.#thread.postMessage({ ...request, call })
    return answer.promise as Promise<T>
  }

  answer(call: number, value: unknown): void {
    this.#take(call)?.resolve(value)
  }

  fail(call: number, error: Error): void {
    this.#take(call)?.reject(error)
  }

  #take(call: number): PromiseWithResolvers<unknown> | undefined {
    const waiting = this.#waiting.get(call)
    this.#waiting.delete(call)
    if (this.#waiting.size === 0) this.#thread.unref()
    return waiting
  }

  #ended(): Error {
    return new Error(`${this.#name} has ended.`)
  }

  #end(error: Error): void {
    this.hasEnded = true
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
