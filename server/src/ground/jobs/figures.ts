import type { Db } from '../db/database.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { countWaitingJobs } from './sql.ts'

/** The figures of a process that does jobs. */
export function showJobFigures({ telemetry, db }: { telemetry: Telemetry; db: Db }): void {
  // Alerts check that such a process runs: figures from the database are missing while that is unavailable.
  telemetry.show({ name: 'nodeyard_does_jobs', help: 'That the process does jobs' }, () => 1)
  telemetry.show({ name: 'nodeyard_jobs', help: 'Stored work by queue and state' }, () =>
    countWaitingJobs(db),
  )
}
