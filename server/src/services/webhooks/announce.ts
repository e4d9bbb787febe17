import type { Happening } from '../../ground/audit/happening.ts'
import type { Tx } from '../../ground/db/database.ts'
import { planAttempt } from './deliver.ts'
import type { Deps } from './deps.ts'
import { payloadOf } from './payload.ts'
import { insertDelivery, listListeners } from './sql.ts'

/** Queues a delivery of an event for each subscribed webhook. Idempotent. */
export async function announceToWebhooks(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  happening: Happening,
): Promise<void> {
  const payload = payloadOf(happening)
  const { publisherId, nodeId, eventId } = happening
  if (!payload || publisherId === undefined) return
  for (const webhook of await listListeners(tx, { publisherId, nodeId, type: payload.type })) {
    const now = deps.now()
    const delivery = await insertDelivery(tx, {
      id: deps.newId(),
      webhook_id: webhook.id,
      event_id: eventId,
      ...payload,
      created_at: now,
      next_attempt_at: now,
    })
    if (delivery) await planAttempt(tx, deps, { deliveryId: delivery.id, number: 1 })
  }
}
