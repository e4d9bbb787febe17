import type { Db } from '../db/database.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { countWaitingJobs } from './sql.ts'

/** Registers the metrics of a process that runs jobs. */
export function showJobFigures({ telemetry, db }: { telemetry: Telemetry; db: Db }): void {
  // Lets alerts detect that no process runs jobs. The metrics below are also missing while the database is unavailable.
  telemetry.show({ name: 'nodeyard_does_jobs', help: 'Whether the process runs jobs' }, () => 1)
  telemetry.show({ name: 'nodeyard_jobs', help: 'Stored jobs by queue and state' }, () =>
    countWaitingJobs(db),
  )
}
