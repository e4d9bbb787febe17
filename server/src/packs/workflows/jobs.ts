import Type from 'typebox'
import { inTransaction } from '../../ground/db/transactions.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { deleteUnusedFiles } from './sql.ts'

const keptDays = 7

/** Deletes workflow files whose versions are all gone. Younger ones may belong to a version that is being stored. */
export const sweepWorkflows = defineJob({
  name: 'sweep-workflows',
  payload: Type.Object({}),
  schedule: '41 3 * * *',
  run: ({ db, now }: Deps) =>
    inTransaction(db, (tx) => deleteUnusedFiles(tx, new Date(now().getTime() - keptDays * 86_400_000))),
})
