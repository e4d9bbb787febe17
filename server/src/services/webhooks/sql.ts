import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Loss } from '../../people/rights/credentials.ts'
import { lossOf } from '../../people/rights/sql.ts'

export type WebhookRow = Selectable<Schema['publisher_webhooks']>
export type DeliveryRow = Selectable<Schema['publisher_webhook_deliveries']>
export type AttemptRow = Selectable<Schema['publisher_webhook_attempts']>

/** A webhook with the reason why it is inactive although enabled: its creator lost the right to manage it. */
export type ListedWebhook = WebhookRow & { loss: Loss | null }

const loss = lossOf('webhook', {
  person: sql.ref('publisher_webhooks.created_by'),
  publisher: sql.ref('publisher_webhooks.publisher_id'),
})

/** Lists webhooks, oldest first. */
export function listWebhooksOf(db: DbOrTx, publisherId: string): Promise<ListedWebhook[]> {
  return db
    .selectFrom('publisher_webhooks')
    .selectAll()
    .select(loss.as('loss'))
    .where('publisher_id', '=', publisherId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Finds a webhook of a publisher. */
export function findWebhook(
  db: DbOrTx,
  { publisherId, webhookId }: { publisherId: string; webhookId: string },
): Promise<ListedWebhook | undefined> {
  return db
    .selectFrom('publisher_webhooks')
    .selectAll()
    .select(loss.as('loss'))
    .where(sql`id::text`, '=', webhookId.toLowerCase())
    .where('publisher_id', '=', publisherId)
    .executeTakeFirst()
}

/** Reads a webhook and locks its row until the transaction ends. */
export function lockWebhook(
  tx: Tx,
  { publisherId, webhookId }: { publisherId: string; webhookId: string },
): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('publisher_webhooks')
    .selectAll()
    .where(sql`id::text`, '=', webhookId.toLowerCase())
    .where('publisher_id', '=', publisherId)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether the publisher owns the node and it is not deleted. */
export async function ownsActiveNode(
  tx: Tx,
  { publisherId, nodeId }: { publisherId: string; nodeId: string },
): Promise<boolean> {
  const node = await tx
    .selectFrom('nodes')
    .select('id')
    .where('id', '=', nodeId)
    .where('publisher_id', '=', publisherId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  return node !== undefined
}

export function insertWebhook(
  tx: Tx,
  webhook: Insertable<Schema['publisher_webhooks']>,
): Promise<WebhookRow> {
  return tx.insertInto('publisher_webhooks').values(webhook).returningAll().executeTakeFirstOrThrow()
}

export function changeWebhook(
  tx: Tx,
  id: string,
  change: Updateable<Schema['publisher_webhooks']>,
): Promise<WebhookRow> {
  return tx
    .updateTable('publisher_webhooks')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('publisher_webhooks').where('id', '=', id).execute()
}

/** Deletes and returns the webhooks that a user created since a time. */
export function deleteWebhookRowsBy(tx: Tx, userId: string, since: Date): Promise<WebhookRow[]> {
  return tx
    .deleteFrom('publisher_webhooks')
    .where('created_by', '=', userId)
    .where('created_at', '>=', since)
    .returningAll()
    .execute()
}

/** Lists the active webhooks of a publisher that subscribe to this event type and node. */
export function listListeners(
  tx: Tx,
  { publisherId, nodeId, type }: { publisherId: string; nodeId: string | undefined; type: string },
): Promise<WebhookRow[]> {
  return tx
    .selectFrom('publisher_webhooks')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('is_enabled', '=', true)
    .where((is) => is.or([is('node_id', 'is', null), is('node_id', '=', nodeId ?? '')]))
    .where(sql<boolean>`(events = '{}' or ${type} = any(events))`)
    .where(loss, 'is', null)
    .orderBy('id')
    .execute()
}

/** Returns undefined if the webhook already has a delivery of this event. */
export function insertDelivery(
  tx: Tx,
  delivery: Insertable<Schema['publisher_webhook_deliveries']>,
): Promise<DeliveryRow | undefined> {
  return tx
    .insertInto('publisher_webhook_deliveries')
    .values(delivery)
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Counts test deliveries since a time. */
export async function countPingsSince(tx: Tx, webhookId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('publisher_webhook_deliveries')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('type', '=', 'ping')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Finds the account behind a delivery's webhook (its creator, or else the publisher), and counts the waiting deliveries
 * of the publisher up to `limit`.
 */
export async function findTurn(
  tx: Tx,
  deliveryId: string,
  limit: number,
): Promise<{ account: string; waiting: number } | undefined> {
  const { rows } = await sql<{ account: string; waiting: number }>`
    select coalesce('user ' || its.created_by, 'publisher ' || its.publisher_id) as account, (
      select count(*)::int from (
        select from publisher_webhooks w join publisher_webhook_deliveries d on d.webhook_id = w.id
        where w.publisher_id = its.publisher_id and d.state = 'waiting' limit ${limit}
      ) as counted
    ) as waiting
    from publisher_webhook_deliveries own join publisher_webhooks its on its.id = own.webhook_id
    where own.id = ${deliveryId}::uuid`.execute(tx)
  return rows[0]
}

/** Finds a delivery with its webhook, optionally locking both until the transaction ends. */
export async function findDelivery(
  db: DbOrTx,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow } | undefined> {
  const seen = await db
    .selectFrom('publisher_webhook_deliveries')
    .select('webhook_id')
    .where(sql`id::text`, '=', id.toLowerCase())
    .executeTakeFirst()
  if (!seen) return undefined
  const isLocked = lock === 'lock'
  // Locks the webhook first, in the same order as deleting it.
  const webhook = await db
    .selectFrom('publisher_webhooks')
    .selectAll()
    .where('id', '=', seen.webhook_id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  const delivery = await db
    .selectFrom('publisher_webhook_deliveries')
    .selectAll()
    .where(sql`id::text`, '=', id.toLowerCase())
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return webhook && delivery ? { delivery, webhook } : undefined
}

export function changeDelivery(
  tx: Tx,
  id: string,
  change: Updateable<Schema['publisher_webhook_deliveries']>,
): Promise<DeliveryRow> {
  return tx
    .updateTable('publisher_webhook_deliveries')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertAttempt(
  tx: Tx,
  attempt: Insertable<Schema['publisher_webhook_attempts']>,
): Promise<void> {
  await tx.insertInto('publisher_webhook_attempts').values(attempt).execute()
}

/** Lists attempts, newest first. */
export function listAttempts(db: DbOrTx, deliveryId: string): Promise<AttemptRow[]> {
  return db
    .selectFrom('publisher_webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .execute()
}

export interface ListedDelivery extends DeliveryRow {
  status: number | null
}

/** Lists deliveries, newest first, with the status of the latest response, starting after `before`. */
export async function listDeliveriesOf(
  db: DbOrTx,
  webhookId: string,
  {
    limit,
    state,
    before,
  }: { limit: number; state: DeliveryRow['state'] | undefined; before: { at: Date; id: string } | undefined },
): Promise<ListedDelivery[]> {
  const { rows } = await sql<ListedDelivery>`
    select d.*, a.status from publisher_webhook_deliveries d
    left join publisher_webhook_attempts a on a.delivery_id = d.id and a.number = d.attempts
    where d.webhook_id = ${webhookId}
      and (${state ?? null}::text is null or d.state = ${state ?? null}::text)
      and (${before?.at ?? null}::timestamptz is null
        or (d.created_at, d.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by d.created_at desc, d.id desc limit ${limit}::bigint`.execute(db)
  return rows
}

/** Lists waiting deliveries that were due before a time, whose job was lost. */
export async function listOverdue(
  db: DbOrTx,
  before: Date,
  limit: number,
): Promise<Pick<DeliveryRow, 'id' | 'attempts'>[]> {
  return db
    .selectFrom('publisher_webhook_deliveries')
    .select(['id', 'attempts'])
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<', before)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
}

/** Deletes deliveries created before a time. */
export async function deleteDeliveriesBefore(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('publisher_webhook_deliveries').where('created_at', '<', before).execute()
}
