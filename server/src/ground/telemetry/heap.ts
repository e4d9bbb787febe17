import type { Worker } from 'node:worker_threads'
import type { Reading } from './telemetry.ts'

/** In bytes. */
export interface Heap {
  used: number
  /** What the engine has taken for it and may give back. */
  reserved: number
}

export const noHeap: Heap = { used: 0, reserved: 0 }

/** Of all of them together, at work or not; a thread that has ended has none. */
export async function heapOf(threads: Iterable<Worker>): Promise<Heap> {
  const heap = { ...noHeap }
  for (const asked of await Promise.allSettled(Array.from(threads, (thread) => thread.getHeapStatistics()))) {
    if (asked.status === 'rejected') continue
    heap.used += asked.value.used_heap_size
    heap.reserved += asked.value.total_heap_size
  }
  return heap
}

export const readHeap = (heap: Heap): Reading =>
  Object.entries(heap).map(([state, value]) => ({ value, labels: { state } }))
