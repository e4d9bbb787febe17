import type { HeapInfo } from 'node:v8'
import type { Reading } from './telemetry.ts'

/** In bytes. */
export interface Heap {
  used: number
  /** Taken by the engine, which may give the unused part back. */
  reserved: number
}

export const noHeap: Heap = { used: 0, reserved: 0 }

interface Measured {
  /** Rejects once the thread has ended. */
  getHeapStatistics(): Promise<Pick<HeapInfo, 'used_heap_size' | 'total_heap_size'>>
}

/** The sum over threads, busy or idle; a thread that has ended counts nothing. */
export async function heapOf(threads: Iterable<Measured>): Promise<Heap> {
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
