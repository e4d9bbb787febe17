import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { deleteDeliveries } from './sql.ts'

const retentionMs = 30 * 86_400_000

/** Deletes old delivery ids. A later repetition is still recognized by its release note. */
export const forgetOldDeliveries = defineJob({
  name: 'forget-webhook-deliveries',
  payload: Type.Object({}),
  schedule: '20 4 * * *',
  run: ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
    deleteDeliveries(db, new Date(now().getTime() - retentionMs)),
})
