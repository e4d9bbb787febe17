import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { forgetDeliveries } from './sql.ts'

const rememberedMs = 30 * 86_400_000

/** A delivery that is sent again after this meets the note that it made. */
export const forgetOldDeliveries = defineJob({
  name: 'forget-webhook-deliveries',
  payload: Type.Object({}),
  schedule: '20 4 * * *',
  run: ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
    forgetDeliveries(db, new Date(now().getTime() - rememberedMs)),
})
