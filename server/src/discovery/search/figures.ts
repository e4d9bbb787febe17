import type { Deps } from './deps.ts'

/** Registers the metrics of the search index. */
export function showSearchFigures({ telemetry, searchIndex }: Pick<Deps, 'telemetry' | 'searchIndex'>): void {
  telemetry.show(
    { name: 'nodeyard_search_entries', help: 'Nodes in the search index' },
    () => searchIndex.size,
  )
}
