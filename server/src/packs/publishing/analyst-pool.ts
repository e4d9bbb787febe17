import type { FileFingerprint, PackHashes } from '@nodeyard/analysis/facts'
import { heapOf } from '../../ground/telemetry/heap.ts'
import {
  type AnalysisKind,
  type AnalysisTask,
  AnalysisThread,
  type AnalysisThreadOptions,
} from './analysis-thread.ts'
import type { Analyst, ArchiveReport, Reading } from './analyst.ts'
import { FairQueue, type Queued } from './fair-queue.ts'
import type { PackCheck } from './pack-check.ts'

interface Task extends AnalysisTask, Queued {
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Memory limit of each thread. */
const maxMemoryMb = 512
/** Most packs take well under three seconds. Unpacking the largest accepted archive takes about ten. */
export const analysisCpuSeconds = { structure: 10, read: 120, fingerprint: 60, hash: 60, check: 90 }
/** Limits wall-clock time without progress, which means that the thread is blocked, for example in the file system. */
const maxBlockedSeconds = 300
/** Threads with the lowest priority can wait for a long time while others use all cores. */
const maxIdlePrioritySeconds = 3600
/** Short, because an idle thread uses about 80 MB and a new one starts within half a second. */
const idleSeconds = 15

interface AnalystPoolOptions extends Partial<AnalysisThreadOptions> {
  log: AnalysisThreadOptions['log']
  workers: number
  cpuSeconds?: typeof analysisCpuSeconds
  blockedSeconds?: number
  /** Its threads work only while nothing else does. */
  isIdle?: boolean
}

/**
 * Runs the analyst in a few worker threads, which start on demand and end when idle. A thread that uses up its CPU time, is
 * blocked, dies or returns a broken result fails only its task, and is replaced.
 */
export function analystPool({
  workers,
  log,
  program = new URL('./analyst-worker.ts', import.meta.url),
  cpuSeconds = analysisCpuSeconds,
  blockedSeconds = maxBlockedSeconds,
  memoryMb = maxMemoryMb,
  idleMs = idleSeconds * 1000,
  isIdle = false,
}: AnalystPoolOptions): Analyst {
  const queue = new FairQueue<Task>(workers)
  const running = new Map<AnalysisThread, Task>()
  const idle = new Set<AnalysisThread>()
  let isStopped = false

  const next = () => {
    if (isStopped || running.size >= workers) return
    const task = queue.take(running.values())
    if (task) void perform(takeThread(), task)
  }

  const takeThread = (): AnalysisThread => {
    const [waiting] = idle
    const thread: AnalysisThread =
      waiting ?? new AnalysisThread({ program, memoryMb, idleMs, log, isIdle }, () => idle.delete(thread))
    idle.delete(thread)
    return thread
  }

  const perform = async (thread: AnalysisThread, task: Task) => {
    running.set(thread, task)
    const blockedMs = (isIdle ? maxIdlePrioritySeconds : blockedSeconds) * 1000
    const limits = { cpuMs: cpuSeconds[task.kind] * 1000, blockedMs }
    try {
      task.resolve(await thread.perform(task, limits))
    } catch (error) {
      task.reject(error)
    } finally {
      running.delete(thread)
      queue.charge(task, thread.taskMs)
      if (thread.isWorn) void thread.end()
      else if (!thread.hasEnded) idle.add(thread)
      next()
    }
  }

  const ask = <T>(kind: AnalysisKind, path: string, options: Partial<Task> = {}) =>
    new Promise<T>((resolve, reject) => {
      const isShort = kind === 'structure'
      queue.add({ ...options, kind, path, isShort, resolve, reject })
      next()
    })

  return {
    checkStructure: (path, options) => ask<ArchiveReport>('structure', path, options),
    read: (path, options) => ask<Reading>('read', path, options),
    fingerprint: (path, options) => ask<FileFingerprint[]>('fingerprint', path, options),
    hash: (path, options) => ask<PackHashes>('hash', path, options),
    check: (path, options) => ask<PackCheck>('check', path, options),
    heap: () => heapOf([...idle, ...running.keys()]),
    async stop() {
      isStopped = true
      for (const { reject } of queue.clear()) reject(new Error('The analysis is stopping.'))
      await Promise.all([...idle, ...running.keys()].map((thread) => thread.end()))
    },
  }
}
