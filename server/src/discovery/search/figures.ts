import { readHeap } from '../../ground/telemetry/heap.ts'
import type { Deps } from './deps.ts'

/** The figures of the search index. */
export function showSearchFigures({
  telemetry,
  entriesAtHand,
}: Pick<Deps, 'telemetry' | 'entriesAtHand'>): void {
  telemetry.show(
    { name: 'nodeyard_search_entries', help: 'Nodes that searches are answered from memory for' },
    () => entriesAtHand.size,
  )
  telemetry.show(
    { name: 'nodeyard_search_heap_bytes', help: 'Memory of the engine in the thread that searches' },
    async () => readHeap(await entriesAtHand.heap()),
  )
}
