import { defined } from '@nodeyard/contract/ground'
import type { Logger } from 'pino'
import type { AddressKey } from '../address-key.ts'
import { RegistryError } from '../errors.ts'
import type { Methods, Result } from './calls.ts'
import { FairLimiter } from './fair-limiter.ts'
import { Thread, type ThreadOptions } from './thread.ts'
import { ThreadWatch, type WhyEnded } from './thread-watch.ts'

export interface BoundedThreadOptions extends Pick<ThreadOptions, 'methods' | 'idleMs' | 'name'> {
  log: Pick<Logger, 'warn'>
  memoryMb: number
  /** CPU time of one call. */
  cpuMs: number
  /** Calls that can wait for their turn, by turns of the callers. */
  waiting: number
}

/** A call without any progress for this long is ended. */
const blockedMs = 60_000

/**
 * Computes for anonymous callers in a thread, one call after another, so that none of them blocks other requests. Refuses
 * calls when the queue is full, and ends those that use up their CPU time or memory, both with 503. The thread starts on
 * demand and is replaced when it has ended.
 */
export class BoundedThread<Api extends Methods> {
  readonly #program: URL
  readonly #options: BoundedThreadOptions
  readonly #turns: FairLimiter
  #thread: Thread<Api> | undefined
  /** CPU time of all calls of the thread. */
  #totalMs = 0

  constructor(program: URL, options: BoundedThreadOptions) {
    this.#program = program
    this.#options = options
    this.#turns = new FairLimiter({ atOnce: 1, waiting: options.waiting })
  }

  /**
   * @param moved buffers of the payload that are transferred to the thread
   */
  call<Name extends keyof Api & string>(
    method: Name,
    payload: Parameters<Api[Name]>[0],
    { caller, moved = [] }: { caller: AddressKey; moved?: ArrayBuffer[] },
  ): Promise<Result<Api, Name>> {
    return this.#turns.run(caller, () => this.#perform(method, payload, moved))
  }

  async end(): Promise<void> {
    await this.#thread?.end()
  }

  async #perform<Name extends keyof Api & string>(
    method: Name,
    payload: Parameters<Api[Name]>[0],
    moved: ArrayBuffer[],
  ): Promise<Result<Api, Name>> {
    const thread = this.#start()
    let why: WhyEnded | undefined
    const watch = new ThreadWatch(
      thread,
      this.#totalMs,
      { cpuMs: this.#options.cpuMs, blockedMs },
      (reason) => {
        why ??= reason
        void thread.end()
      },
    )
    try {
      return await thread.call(method, payload, moved)
    } catch (error) {
      if (!thread.hasEnded) throw error
      const { name, log } = this.#options
      log.warn({ err: error, method, why }, `${name} ended`)
      throw new RegistryError('unavailable')
    } finally {
      await watch.stop()
      this.#totalMs = watch.totalMs
    }
  }

  #start(): Thread<Api> {
    if (this.#thread && !this.#thread.hasEnded) return this.#thread
    const { name, methods, idleMs, memoryMb } = this.#options
    this.#totalMs = 0
    this.#thread = new Thread<Api>(this.#program, {
      name,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      ...defined({ methods, idleMs }),
    })
    return this.#thread
  }
}
