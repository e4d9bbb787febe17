import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { defineJob } from '../jobs/job.ts'
import { rememberedMs } from './idempotency.ts'
import { forgetKeptRequests } from './sql.ts'

export const forgetOldRequests = defineJob({
  name: 'forget-kept-requests',
  payload: Type.Object({}),
  schedule: '40 * * * *',
  run: ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
    forgetKeptRequests(db, new Date(now().getTime() - rememberedMs)),
})
