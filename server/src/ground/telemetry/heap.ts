import type { Worker } from 'node:worker_threads'
import type { Reading } from './telemetry.ts'

/** In bytes. */
export interface Heap {
  used: number
  /** Memory that the engine has reserved and can release. */
  reserved: number
}

export const noHeap: Heap = { used: 0, reserved: 0 }

/** Sums the heaps of all threads, busy or idle. A stopped thread counts as zero. */
export async function heapOf(threads: Iterable<Worker>): Promise<Heap> {
  const heap = { ...noHeap }
  for (const measured of await Promise.allSettled(
    Array.from(threads, (thread) => thread.getHeapStatistics()),
  )) {
    if (measured.status === 'rejected') continue
    heap.used += measured.value.used_heap_size
    heap.reserved += measured.value.total_heap_size
  }
  return heap
}

export const readHeap = (heap: Heap): Reading =>
  Object.entries(heap).map(([state, value]) => ({ value, labels: { state } }))
