import { Worker } from 'node:worker_threads'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import type { FileFingerprint } from '@nodeyard/analysis/fingerprint/fingerprint'
import type { Logger } from 'pino'
import { heapOf } from '../telemetry/heap.ts'
import type { Analyst, AnalystOptions, ArchiveReport, PackReport } from './analyst.ts'
import type { AnalystAnswer, AnalystRequest } from './analyst-worker.ts'

interface Task extends AnalystRequest {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Of each thread. */
const mostMemoryMb = 512
/** A pack takes well under three seconds; the largest archive that is allowed takes about ten to unpack. */
const timeoutMs = { structure: 20_000, verify: 120_000, inspect: 60_000, fingerprint: 60_000 }

/**
 * The analyst as a few worker threads. A thread that hangs, dies or talks nonsense fails its task only, and is
 * replaced.
 */
export function analystPool({
  workers,
  log,
  program = new URL('./analyst-worker.ts', import.meta.url),
  timeouts = timeoutMs,
  memoryMb = mostMemoryMb,
}: {
  workers: number
  log: Logger
  program?: URL
  timeouts?: typeof timeoutMs
  memoryMb?: number
}): Analyst {
  const waiting: Task[] = []
  const background: Task[] = []
  const idle = new Set<Worker>()
  const all = new Set<Worker>()
  let stopped = false

  const next = () => {
    const queue = waiting.length > 0 ? waiting : background
    const [task] = queue
    if (!task || stopped) return
    const worker = takeIdle() ?? (all.size < workers ? start() : undefined)
    if (!worker) return
    queue.shift()
    perform(worker, task)
  }

  const takeIdle = (): Worker | undefined => {
    const [worker] = idle
    if (worker) idle.delete(worker)
    return worker
  }

  const start = (): Worker => {
    const worker = new Worker(program, {
      // Most of what an analysis makes is gone soon: a large young generation has it copied less often.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 96 },
      env: {},
    })
    all.add(worker)
    worker.on('exit', () => {
      all.delete(worker)
      idle.delete(worker)
      next()
    })
    // Without a listener an error of an idle thread would end the process.
    worker.on('error', (error) => log.warn({ err: error }, 'an analysis thread failed'))
    return worker
  }

  const perform = (worker: Worker, { kind, path, resolve, reject }: Task) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', failed).off('exit', exited)
      finish()
    }
    const answered = (answer: AnalystAnswer) => {
      if (!isWhole(kind, answer)) {
        settle(() => reject(new Error(`Analysis (${kind}) gave no whole answer.`)))
        return void worker.terminate()
      }
      settle(() => {
        worker.unref()
        idle.add(worker)
        finishWith(answer, resolve, reject)
      })
      next()
    }
    const failed = (error: unknown) => settle(() => reject(new Error(`Analysis failed: ${String(error)}`)))
    const exited = () => settle(() => reject(new Error('The analysis thread stopped.')))
    const timer = setTimeout(() => {
      settle(() => reject(new Error(`Analysis (${kind}) took longer than ${timeouts[kind]} ms.`)))
      void worker.terminate()
    }, timeouts[kind])
    worker.ref()
    worker.on('message', answered).on('error', failed).on('exit', exited)
    worker.postMessage({ kind, path } satisfies AnalystRequest)
  }

  const ask = <T>(
    kind: AnalystRequest['kind'],
    path: string,
    { isBackground = false }: AnalystOptions = {},
  ) =>
    new Promise<T>((resolve, reject) => {
      const queue = isBackground ? background : waiting
      queue.push({ kind, path, resolve: resolve as (value: unknown) => void, reject })
      next()
    })

  return {
    checkStructure: (path) => ask<ArchiveReport>('structure', path),
    verify: (path) => ask<ArchiveReport>('verify', path),
    inspect: (path, options) => ask<PackReport>('inspect', path, options),
    fingerprint: (path, options) => ask<FileFingerprint[]>('fingerprint', path, options),
    heap: () => heapOf(all),
    async stop() {
      stopped = true
      for (const { reject } of [...waiting.splice(0), ...background.splice(0)])
        reject(new Error('The analysis is stopping.'))
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
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

function finishWith(
  answer: AnalystAnswer,
  resolve: (value: unknown) => void,
  reject: (error: Error) => void,
): void {
  if ('value' in answer) {
    resolve(answer.value)
    return
  }
  if ('failure' in answer) {
    reject(new Error(answer.failure))
    return
  }
  const { code, message, ...details } = answer.refusal
  reject(Object.assign(new ArchiveRefusal(code, details), { message }))
}
