import { readHeap } from '../../ground/telemetry/heap.ts'
import { countVersionsInStates } from '../nodes/versions/sql.ts'
import type { Deps } from './deps.ts'

/** Registers metrics of the analysis threads. */
export function showAnalysisFigures({ telemetry, analyst }: Pick<Deps, 'telemetry' | 'analyst'>): void {
  telemetry.show(
    { name: 'nodeyard_analysis_heap_bytes', help: 'Memory of the engine in the threads that read archives' },
    async () => readHeap(await analyst.heap()),
  )
}

/**
 * Registers metrics of the versions that wait for the pipeline or for moderators. They are the same in all
 * processes.
 */
export function showVersionFigures({ telemetry, db, now }: Pick<Deps, 'telemetry' | 'db' | 'now'>): void {
  const countVersions = sharedWhileRunning(() => countVersionsInStates(db))
  telemetry.show({ name: 'nodeyard_versions', help: 'Versions that wait, by state' }, async () =>
    (await countVersions()).map(({ state, count }) => ({ value: count, labels: { state } })),
  )
  telemetry.show(
    { name: 'nodeyard_versions_oldest_seconds', help: 'How long the oldest version has waited, by state' },
    async () =>
      (await countVersions()).map(({ state, since }) => ({
        value: since === null ? 0 : (now().getTime() - since.getTime()) / 1000,
        labels: { state },
      })),
  )
}

/** Metrics are read together, so concurrent reads of one query share its result. */
function sharedWhileRunning<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}
