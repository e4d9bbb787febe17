import type { Database } from '../db/database.ts'
import type { Replicas } from '../db/replicas.ts'
import type { Telemetry } from './telemetry.ts'

interface Shown {
  telemetry: Telemetry
  database: Database
  replicas: Replicas
}

/** Registers metrics of the database connections and the replicas. */
export function showDatabaseFigures({ telemetry, database, replicas }: Shown): void {
  telemetry.show({ name: 'nodeyard_replica_age_seconds', help: 'How old what a replica knows may be' }, () =>
    replicas.ages().map((ms, index) => ({
      value: Number.isFinite(ms) ? ms / 1000 : -1,
      labels: { replica: String(index) },
    })),
  )
  telemetry.show({ name: 'nodeyard_database_connections', help: 'By what they do' }, () =>
    Object.entries(database.connections()).map(([state, value]) => ({ value, labels: { state } })),
  )
}
