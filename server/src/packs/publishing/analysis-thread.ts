import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { AnalysisExhausted } from './analyst.ts'
import type { AnalystAnswer, AnalystRequest, AnalystWorkerData } from './analyst-worker.ts'
import { FileClock } from './file-clock.ts'
import { type ThreadLimits, ThreadWatch, type WhyEnded } from './thread-watch.ts'

export interface ThreadOptions {
  program: URL
  memoryMb: number
  log: Logger
}

const longTaskMs = 5_000

/** One thread that reads archives, one after the other. Once a task has failed other than by an answer, it has ended. */
export class AnalysisThread {
  readonly worker: Worker
  /** CPU time of the last task. */
  taskMs = 0
  readonly #memoryMb: number
  readonly #clock = new FileClock()
  /** CPU time of all tasks. */
  #totalMs = 0

  constructor({ program, memoryMb, log }: ThreadOptions) {
    this.#memoryMb = memoryMb
    this.worker = new Worker(program, {
      // Most of what an analysis makes is gone soon: a large young generation has it copied less often.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 96 },
      env: {},
      workerData: { memory: this.#clock.memory, longTaskMs } satisfies AnalystWorkerData,
    })
    // Without a listener an error of an idle thread would end the process.
    this.worker.on('error', (error) => log.warn({ err: error }, 'an analysis thread failed'))
  }

  /** Its last task was so long that it has the lowest priority now. */
  get isWorn(): boolean {
    return this.taskMs > longTaskMs
  }

  async perform(request: AnalystRequest, limits: ThreadLimits): Promise<AnalystAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<AnalystAnswer>()
    const failed = (error: unknown) => reject(this.#whyFailed(error))
    const exited = () => reject(new Error('The analysis thread stopped.'))
    const watch = new ThreadWatch(this.worker, this.#totalMs, limits, async (why) => {
      this.worker.off('exit', exited)
      await this.worker.terminate()
      reject(this.#whyEnded(why, request, limits, watch))
    })
    this.worker.ref()
    this.worker.on('message', resolve).on('error', failed).on('exit', exited)
    try {
      this.worker.postMessage(request)
      const answer = await promise
      if (!isWhole(request.kind, answer)) throw new Error(`Analysis (${request.kind}) gave no whole answer.`)
      return answer
    } catch (error) {
      await this.worker.terminate()
      throw error
    } finally {
      this.worker.off('message', resolve).off('error', failed).off('exit', exited)
      await watch.stop()
      this.taskMs = watch.totalMs - this.#totalMs
      this.#totalMs = watch.totalMs
      // The process may end while the thread is idle.
      this.worker.unref()
    }
  }

  #whyFailed(error: unknown): Error {
    return (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new AnalysisExhausted('memory', `${this.#memoryMb} MB of memory`, this.#clock.current())
      : new Error(`Analysis failed: ${String(error)}`)
  }

  #whyEnded(
    why: WhyEnded,
    { kind }: AnalystRequest,
    { cpuMs, blockedMs }: ThreadLimits,
    watch: ThreadWatch,
  ): Error {
    if (why === 'blocked') return new Error(`Analysis (${kind}) did nothing for ${blockedMs / 1000} seconds.`)
    const file = this.#clock.mostExpensive(watch.totalMs)
    return new AnalysisExhausted('cpu', `${cpuMs / 1000} seconds of CPU time`, file)
  }
}

/** What is missing must never be taken for nothing found. */
function isWhole(kind: AnalystRequest['kind'], answer: unknown): boolean {
  if (!isRecord(answer)) return false
  if (isRecord(answer['refusal']) || typeof answer['failure'] === 'string') return true
  const value = answer['value']
  if (kind === 'fingerprint') return Array.isArray(value)
  if (!isRecord(value)) return false
  if (kind !== 'inspect') return Number.isInteger(value['files']) && Number.isInteger(value['unpackedBytes'])
  const inspection = value['inspection']
  const lists = ['comfy_nodes', 'undecided', 'findings', 'capabilities']
  const hasLists = isRecord(inspection) && lists.every((name) => Array.isArray(inspection[name]))
  return hasLists && Array.isArray(value['documents'])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
