import { limits } from '@nodeyard/contract/limits'
import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { deleteReportsBefore } from './sql.ts'

export const forgetImportReports = defineJob({
  name: 'forget-import-reports',
  payload: Type.Object({}),
  schedule: '40 4 * * *',
  run: ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
    deleteReportsBefore(db, new Date(now().getTime() - limits.importReportDays * 86_400_000)),
})
