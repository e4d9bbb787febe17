import { limits } from '@nodeyard/contract/limits'
import Type from 'typebox'
import { inTransaction } from '../../ground/db/transactions.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { planAttempt } from './deliver.ts'
import type { Deps } from './deps.ts'
import { deleteDeliveriesBefore, listOverdue } from './sql.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const overdueMinutes = 20
const batchSize = 500

/** Queues overdue deliveries again in case their job was lost. */
export const resumeDeliveries = defineJob({
  name: 'resume-webhook-deliveries',
  payload: Type.Object({}),
  schedule: '*/10 * * * *',
  async run(deps: Deps) {
    const before = new Date(deps.now().getTime() - overdueMinutes * minuteMs)
    await inTransaction(deps.db, async (tx) => {
      for (const { id, attempts } of await listOverdue(tx, before, batchSize)) {
        await planAttempt(tx, deps, { deliveryId: id, number: attempts + 1 })
      }
    })
  },
})

export const forgetOldWebhookDeliveries = defineJob({
  name: 'forget-old-webhook-deliveries',
  payload: Type.Object({}),
  schedule: '23 2 * * *',
  run: ({ db, now }: Deps) =>
    deleteDeliveriesBefore(db, new Date(now().getTime() - limits.webhookLogDays * dayMs)),
})
