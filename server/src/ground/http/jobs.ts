import Type from 'typebox'
import { defineJob } from '../jobs/job.ts'
import type { HttpDeps } from './deps.ts'
import { rememberedMs } from './idempotency.ts'
import { forgetRequests } from './sql.ts'

export const forgetIdempotentRequests = defineJob({
  name: 'forget-idempotent-requests',
  payload: Type.Object({}),
  schedule: '40 * * * *',
  run: ({ db, now }: Pick<HttpDeps, 'db' | 'now'>) =>
    forgetRequests(db, new Date(now().getTime() - rememberedMs)),
})
