import { ArchiveRefusal, isRefusalCode } from '@nodeyard/analysis/archive'
import type { Logger } from 'pino'
import { Thread } from '../../ground/threads/thread.ts'
import { type ThreadLimits, ThreadWatch, type WhyEnded } from '../../ground/threads/thread-watch.ts'
import { AnalysisExhausted, type Contents } from './analyst.ts'
import type { AnalystApi, AnalystClient, AnalystThreadOptions } from './analyst-worker.ts'
import { FileClock } from './file-clock.ts'
import { isWhole } from './whole-answer.ts'

export interface AnalysisThreadOptions {
  program: URL
  memoryMb: number
  idleMs: number
  log: Logger
  /** Has the lowest priority from the start. */
  isIdle?: boolean
}

export type AnalysisKind = keyof AnalystApi

export interface AnalysisTask {
  kind: AnalysisKind
  path: string
  onContents?: ((contents: Contents) => void) | undefined
}

const longTaskMs = 5_000

/** One thread that reads archives, one after another. It ends when a task fails, unless the archive is refused. */
export class AnalysisThread {
  /** CPU time of the last task. */
  taskMs = 0
  readonly #thread: Thread<AnalystApi>
  readonly #memoryMb: number
  readonly #isIdle: boolean
  readonly #clock = new FileClock()
  /** CPU time of all tasks. */
  #totalMs = 0
  #onContents: AnalysisTask['onContents']

  constructor({ program, memoryMb, idleMs, log, isIdle = false }: AnalysisThreadOptions, onEnd: () => void) {
    this.#memoryMb = memoryMb
    this.#isIdle = isIdle
    const methods: AnalystClient = {
      noteContents: (contents) => {
        if (isWhole.contents(contents)) this.#onContents?.(contents)
      },
    }
    this.#thread = new Thread(program, {
      name: 'The analysis thread',
      // Most objects of an analysis are short-lived. A large young generation copies fewer of them.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 96 },
      env: {},
      workerData: { clock: this.#clock.memory, longTaskMs, isIdle } satisfies AnalystThreadOptions,
      methods,
      idleMs,
      onEnd(error) {
        if (error !== undefined) log.warn({ err: error }, 'an analysis thread failed')
        onEnd()
      },
    })
  }

  /** Whether its last task was long enough to lower its priority for good. */
  get isWorn(): boolean {
    return !this.#isIdle && this.taskMs > longTaskMs
  }

  getHeapStatistics(): ReturnType<Thread<AnalystApi>['getHeapStatistics']> {
    return this.#thread.getHeapStatistics()
  }

  get hasEnded(): boolean {
    return this.#thread.hasEnded
  }

  end(): Promise<void> {
    return this.#thread.end()
  }

  async perform({ kind, path, onContents }: AnalysisTask, limits: ThreadLimits): Promise<unknown> {
    let why: WhyEnded | undefined
    const watch = new ThreadWatch(this.#thread, this.#totalMs, limits, (reason) => {
      why ??= reason
      void this.end()
    })
    this.#onContents = onContents
    try {
      const answer = await this.#thread.call(kind, { path })
      if (!isWhole[kind](answer)) throw new Error(`Analysis (${kind}) returned an incomplete result.`)
      return answer
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal) throw refusal
      await this.end()
      if (why) throw this.#whyEnded(why, kind, limits, watch)
      throw this.#whyFailed(error)
    } finally {
      this.#onContents = undefined
      await watch.stop()
      this.taskMs = watch.totalMs - this.#totalMs
      this.#totalMs = watch.totalMs
    }
  }

  #whyFailed(error: unknown): Error {
    return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new AnalysisExhausted('memory', `${this.#memoryMb} MB of memory`, this.#clock.current())
      : new Error(`Analysis failed: ${String(error)}`, { cause: error })
  }

  #whyEnded(
    why: WhyEnded,
    kind: AnalysisKind,
    { cpuMs, blockedMs }: ThreadLimits,
    watch: ThreadWatch,
  ): Error {
    if (why === 'blocked') return new Error(`Analysis (${kind}) did nothing for ${blockedMs / 1000} seconds.`)
    const file = this.#clock.mostExpensive(watch.totalMs)
    return new AnalysisExhausted('cpu', `${cpuMs / 1000} seconds of CPU time`, file)
  }
}

/** Restores a refusal that was thrown in the thread. */
function toRefusal(error: unknown): ArchiveRefusal | undefined {
  if (!(error instanceof Error) || error.name !== 'ArchiveRefusal') return undefined
  const fields: Record<string, unknown> = { ...error, message: error.message }
  const { code } = fields
  return isRefusalCode(code) ? Object.assign(new ArchiveRefusal(code), fields) : undefined
}
