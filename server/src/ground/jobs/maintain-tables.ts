import Type from 'typebox'
import type { Database } from '../db/database.ts'
import { refreshStatistics } from '../db/statistics.ts'
import { defineJob } from './job.ts'

/** Does the work of autovacuum on the embedded database. */
export const maintainTables = defineJob({
  name: 'maintain-tables',
  payload: Type.Object({}),
  schedule: '*/10 * * * *',
  attempts: 1,
  isExclusive: true,
  async run({ database }: { database: Database }) {
    if (database.kind === 'pglite') await refreshStatistics(database)
  },
})
