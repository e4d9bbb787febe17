import type { Deps } from './deps.ts'
import { showSearchFigures } from './discovery/search/figures.ts'
import { showCacheFigures } from './ground/http/figures.ts'
import { showJobFigures } from './ground/jobs/figures.ts'
import { showDatabaseFigures } from './ground/telemetry/database-figures.ts'
import { showProcessFigures } from './ground/telemetry/process-figures.ts'
import { showAnalysisFigures, showVersionFigures } from './packs/publishing/figures.ts'

/** Registers all metrics. docs/monitoring.md explains the alerts on them. */
export function showFigures(
  deps: Pick<
    Deps,
    | 'telemetry'
    | 'responseCache'
    | 'searchIndex'
    | 'analyst'
    | 'database'
    | 'replicas'
    | 'db'
    | 'now'
    | 'config'
  >,
): void {
  showProcessFigures(deps.telemetry)
  showCacheFigures(deps)
  showDatabaseFigures(deps)
  showSearchFigures(deps)
  showAnalysisFigures(deps)
  // The process that runs jobs reports the figures that are the same for all processes.
  if (!deps.config.roles.has('jobs')) return
  showJobFigures(deps)
  showVersionFigures(deps)
}
