import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/services'
import { RegistryError } from '../../ground/errors.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { servedPage } from '../../ground/http/paging.ts'
import { userOf } from '../../ground/permissions.ts'
import { getOwnedPublisher } from '../../people/publishers/owner.ts'
import type { Deps } from './deps.ts'
import { createWebhook, deleteWebhook, getOwnedWebhook, rotateSecret, updateWebhook } from './manage.ts'
import { getDelivery, pingWebhook, redeliver } from './send-again.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  type ListedWebhook,
  listAttempts,
  listDeliveriesOf,
  listWebhooksOf,
  type WebhookRow,
} from './sql.ts'

/** Mounts the routes of webhooks and their deliveries. */
export function mountWebhooks(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listWebhooks, async ({ params, actor }) => {
    const publisher = await getOwnedPublisher(deps.db, params.publisherId, actor)
    return (await listWebhooksOf(deps.db, publisher.id)).map(toWebhook)
  })
  mount(app, contract.createWebhook, async ({ params, body, actor }) => {
    const { webhook, secret } = await createWebhook(deps, userOf(actor), params.publisherId, body)
    return { webhook: toWebhook(webhook), secret }
  })
  mount(app, contract.updateWebhook, async ({ params, body, actor }) =>
    toWebhook(await updateWebhook(deps, userOf(actor), params, body)),
  )
  mount(app, contract.deleteWebhook, async ({ params, actor }) => {
    await deleteWebhook(deps, userOf(actor), params)
    return null
  })
  mount(app, contract.rotateWebhookSecret, async ({ params, actor }) => ({
    secret: await rotateSecret(deps, userOf(actor), params),
  }))
  mount(app, contract.pingWebhook, async ({ params, actor }) =>
    toDelivery(await pingWebhook(deps, userOf(actor), params)),
  )
  mountDeliveries(app)
}

function mountDeliveries(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listWebhookDeliveries, async ({ params, query, actor }) => {
    const webhook = await getOwnedWebhook(deps.db, userOf(actor), params)
    const { limit } = servedPage({ limit: query.limit ?? 0 }, limits.pageSize)
    const rows = await listDeliveriesOf(deps.db, webhook.id, {
      limit: limit + 1,
      state: query.state,
      before: query.before === undefined ? undefined : readPlace(query.before),
    })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      deliveries: shown.map(toDelivery),
      ...(rows.length > limit && last ? { next: placeOf(last) } : {}),
    }
  })
  mount(app, contract.getWebhookDelivery, async ({ params, actor }) => {
    const { webhook, delivery } = await getDelivery(deps.db, userOf(actor), params)
    const log = await listAttempts(deps.db, delivery.id)
    return {
      ...toDelivery({ ...delivery, status: log[0]?.status ?? null }),
      url: webhook.url,
      body: delivery.body,
      log: log.map(toAttempt),
    }
  })
  mount(app, contract.redeliverWebhook, async ({ params, actor }) =>
    toDelivery(await redeliver(deps, userOf(actor), params)),
  )
}

const placeOf = ({ created_at, id }: DeliveryRow) => `${created_at.getTime()}.${id}`

function readPlace(text: string): { at: Date; id: string } {
  const [, time, id] = /^(\d{1,13})\.([0-9a-f-]{36})$/.exec(text) ?? []
  if (time === undefined || id === undefined || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
    throw new RegistryError('invalid_request', {
      field: 'query.before',
      message: 'Not a valid position in the list.',
    })
  }
  return { at: new Date(Number(time)), id }
}

function toWebhook(row: WebhookRow & Partial<ListedWebhook>): contract.Webhook {
  const disabledBecause = row.loss ? 'creator' : row.disabled_because
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    ...(row.node_id ? { node_id: row.node_id } : {}),
    events: row.events as contract.WebhookEventType[],
    enabled: row.is_enabled && !row.loss,
    ...(disabledBecause ? { disabled_because: disabledBecause } : {}),
    ...(row.failing_since ? { failing_since: row.failing_since.toISOString() } : {}),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function toDelivery(row: DeliveryRow & { status?: number | null }): contract.WebhookDelivery {
  return {
    id: row.id,
    type: row.type as contract.WebhookEventType,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    ...(row.next_attempt_at ? { next_attempt_at: row.next_attempt_at.toISOString() } : {}),
    ...(row.status ? { status: row.status } : {}),
  }
}

function toAttempt({
  number,
  at,
  duration_ms,
  status,
  answer,
  problem,
}: AttemptRow): contract.WebhookAttempt {
  return {
    number,
    at: at.toISOString(),
    duration_ms,
    ...(status ? { status } : {}),
    answer,
    ...(problem ? { problem: problem as contract.AttemptProblem } : {}),
  }
}
