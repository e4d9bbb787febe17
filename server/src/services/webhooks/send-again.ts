import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import type { DbOrTx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { planAttempt } from './deliver.ts'
import type { Deps } from './deps.ts'
import { getOwnedWebhook, lockOwnedWebhook, type WebhookPath } from './manage.ts'
import { pingBody } from './payload.ts'
import {
  changeDelivery,
  countPingsSince,
  type DeliveryRow,
  findDelivery,
  insertDelivery,
  type WebhookRow,
} from './sql.ts'

type SendDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'jobs'>
const minuteMs = 60_000

export interface DeliveryPath extends WebhookPath {
  deliveryId: string
}

/** Sends a test delivery. */
export function pingWebhook(deps: SendDeps, user: UserActor, path: WebhookPath): Promise<DeliveryRow> {
  assertMayWrite(user)
  const at = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const webhook = await lockOwnedWebhook(tx, user, path)
    assertEnabled(webhook)
    const { webhookPingsPerMinute: limit } = limits
    if ((await countPingsSince(tx, webhook.id, new Date(at.getTime() - minuteMs))) >= limit) {
      throw new RegistryError('too_many_pings', { limit, retryAfterSeconds: 60 })
    }
    const deliveryId = deps.newId()
    const delivery = await insertDelivery(tx, {
      id: deliveryId,
      webhook_id: webhook.id,
      type: 'ping',
      body: pingBody({
        deliveryId,
        webhookId: webhook.id,
        publisherId: webhook.publisher_id,
        userId: user.id,
        at,
      }),
      created_at: at,
      next_attempt_at: at,
    })
    if (!delivery) throw new Error('The id of the delivery already exists.')
    await planAttempt(tx, deps, { deliveryId, number: 1 })
    await recordEvent(tx, {
      actor: user,
      action: 'webhook.ping',
      subject: { kind: 'webhook', id: webhook.id },
      publisherId: webhook.publisher_id,
      at,
    })
    return delivery
  })
}

/** Starts another round of attempts for a finished delivery. */
export function redeliver(deps: SendDeps, user: UserActor, path: DeliveryPath): Promise<DeliveryRow> {
  assertMayWrite(user)
  const at = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const webhook = await lockOwnedWebhook(tx, user, path)
    assertEnabled(webhook)
    const delivery = deliveryOf(webhook, await findDelivery(tx, path.deliveryId, 'lock'))
    if (delivery.state === 'waiting') return delivery
    const changed = await changeDelivery(tx, delivery.id, {
      state: 'waiting',
      earlier_attempts: delivery.attempts,
      next_attempt_at: at,
    })
    await planAttempt(tx, deps, { deliveryId: delivery.id, number: delivery.attempts + 1 })
    await recordEvent(tx, {
      actor: user,
      action: 'webhook.redeliver',
      subject: { kind: 'webhook', id: webhook.id },
      publisherId: webhook.publisher_id,
      after: { delivery: delivery.id },
      at,
    })
    return changed
  })
}

/** Returns a delivery with its webhook. Throws `delivery_not_found`. */
export async function getDelivery(db: DbOrTx, user: UserActor, path: DeliveryPath) {
  const webhook = await getOwnedWebhook(db, user, path)
  return { webhook, delivery: deliveryOf(webhook, await findDelivery(db, path.deliveryId)) }
}

function deliveryOf(webhook: WebhookRow, found: { delivery: DeliveryRow } | undefined): DeliveryRow {
  if (found?.delivery.webhook_id !== webhook.id) throw new RegistryError('delivery_not_found')
  return found.delivery
}

function assertEnabled({ is_enabled }: WebhookRow): void {
  if (!is_enabled) throw new RegistryError('webhook_disabled')
}
