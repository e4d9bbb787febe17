import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import type { FileFingerprint } from '@nodeyard/analysis/fingerprint/fingerprint'
import { heapOf } from '../../ground/telemetry/heap.ts'
import { AnalysisThread, type ThreadOptions } from './analysis-thread.ts'
import type { Analyst, AnalystOptions, ArchiveReport, PackReport } from './analyst.ts'
import type { AnalystAnswer, AnalystRequest } from './analyst-worker.ts'
import { FairQueue, type Queued } from './fair-queue.ts'

interface Task extends AnalystRequest, Queued {
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Of each thread. */
const mostMemoryMb = 512
/** A pack takes well under three seconds; the largest archive that is allowed takes about ten to unpack. */
export const analysisCpuSeconds = { structure: 10, verify: 60, inspect: 60, fingerprint: 60 }
/** Of wall-clock time: only a thread that is blocked, in the file system for example, does nothing for this long. */
const mostBlockedSeconds = 300

/**
 * The analyst as a few worker threads. A thread that uses up its CPU time, does nothing, dies or talks nonsense fails its
 * task only, and is replaced.
 */
export function analystPool({
  workers,
  log,
  program = new URL('./analyst-worker.ts', import.meta.url),
  cpuSeconds = analysisCpuSeconds,
  blockedSeconds = mostBlockedSeconds,
  memoryMb = mostMemoryMb,
}: Pick<ThreadOptions, 'log'> &
  Partial<ThreadOptions> & {
    workers: number
    cpuSeconds?: typeof analysisCpuSeconds
    blockedSeconds?: number
  }): Analyst {
  const queue = new FairQueue<Task>(workers)
  const running = new Map<AnalysisThread, Task>()
  const idle = new Set<AnalysisThread>()
  const all = new Set<AnalysisThread>()
  let isStopped = false

  const next = () => {
    if (isStopped || (idle.size === 0 && all.size >= workers)) return
    const task = queue.take(running.values())
    if (task) void perform(takeIdle() ?? start(), task)
  }

  const takeIdle = (): AnalysisThread | undefined => {
    const [thread] = idle
    if (thread) idle.delete(thread)
    return thread
  }

  const start = (): AnalysisThread => {
    const thread = new AnalysisThread({ program, memoryMb, log })
    all.add(thread)
    thread.worker.on('exit', () => {
      all.delete(thread)
      idle.delete(thread)
      next()
    })
    return thread
  }

  const perform = async (thread: AnalysisThread, task: Task) => {
    running.set(thread, task)
    const { kind, path, resolve, reject } = task
    const limits = { cpuMs: cpuSeconds[kind] * 1000, blockedMs: blockedSeconds * 1000 }
    try {
      const answer = await thread.perform({ kind, path }, limits)
      if (thread.isWorn) void thread.worker.terminate()
      else if (all.has(thread)) idle.add(thread)
      finishWith(answer, resolve, reject)
    } catch (error) {
      reject(error)
    } finally {
      running.delete(thread)
      queue.charge(task, thread.taskMs)
      next()
    }
  }

  const ask = <T>(kind: AnalystRequest['kind'], path: string, options: AnalystOptions = {}) =>
    new Promise<T>((resolve, reject) => {
      const isShort = kind === 'structure'
      queue.add({ ...options, kind, path, isShort, resolve: resolve as (value: unknown) => void, reject })
      next()
    })

  return {
    checkStructure: (path, options) => ask<ArchiveReport>('structure', path, options),
    verify: (path, options) => ask<ArchiveReport>('verify', path, options),
    inspect: (path, options) => ask<PackReport>('inspect', path, options),
    fingerprint: (path, options) => ask<FileFingerprint[]>('fingerprint', path, options),
    heap: () => heapOf([...all].map(({ worker }) => worker)),
    async stop() {
      isStopped = true
      for (const { reject } of queue.clear()) reject(new Error('The analysis is stopping.'))
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}

function finishWith(
  answer: AnalystAnswer,
  resolve: (value: unknown) => void,
  reject: (error: unknown) => void,
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
