import { type BodyOf, defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type {
  createWebhook as createContract,
  updateWebhook as updateContract,
} from '@nodeyard/contract/services'
import { recordEvent } from '../../ground/audit/sql.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { mayBePosted } from '../../ground/outbound/networks.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { getOwnedPublisher, lockOwnedPublisher } from '../../people/publishers/owner.ts'
import type { Deps } from './deps.ts'
import { secretBytes, toSecret } from './sign.ts'
import {
  changeWebhook,
  deleteWebhookRow,
  deleteWebhookRowsBy,
  findWebhook,
  insertWebhook,
  type ListedWebhook,
  listWebhooksOf,
  lockWebhook,
  ownsActiveNode,
  type WebhookRow,
} from './sql.ts'

type ManageDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'randomBytes' | 'seal' | 'config'>

export interface WebhookPath {
  publisherId: string
  webhookId: string
}

const hourMs = 3_600_000

/** Creates a webhook. This is the only response that contains its secret. */
export async function createWebhook(
  deps: ManageDeps,
  user: UserActor,
  publisherId: string,
  { url, description = '', node_id: nodeId, events = [] }: BodyOf<typeof createContract>,
): Promise<{ webhook: WebhookRow; secret: string }> {
  assertMayWrite(user)
  const address = readAddress(deps, url)
  const secret = toSecret(deps.randomBytes(secretBytes))
  const now = deps.now()
  const webhook = await inTransaction(deps.db, async (tx) => {
    await lockOwnedPublisher(tx, publisherId, user)
    if (nodeId !== undefined && !(await ownsActiveNode(tx, { publisherId, nodeId }))) {
      throw new RegistryError('node_not_found', { field: 'body.node_id' })
    }
    const { webhooksPerPublisher: limit } = limits
    if ((await listWebhooksOf(tx, publisherId)).length >= limit) {
      throw new RegistryError('too_many_webhooks', { limit })
    }
    const made = await insertWebhook(tx, {
      id: deps.newId(),
      publisher_id: publisherId,
      node_id: nodeId ?? null,
      url: address,
      description,
      events: [...new Set(events)],
      secret: deps.seal.close(secret),
      created_by: user.id,
      created_at: now,
      updated_at: now,
    })
    await record(tx, deps, user, made, 'webhook.create')
    return made
  })
  return { webhook, secret }
}

/** Updates the given fields. Enabling a webhook resets its failures. */
export function updateWebhook(
  deps: ManageDeps,
  user: UserActor,
  path: WebhookPath,
  { url, description, events, enabled }: BodyOf<typeof updateContract>,
): Promise<WebhookRow> {
  assertMayWrite(user)
  const address = url === undefined ? undefined : readAddress(deps, url)
  return inTransaction(deps.db, async (tx) => {
    const webhook = await lockOwnedWebhook(tx, user, path)
    const changed = await changeWebhook(tx, webhook.id, {
      ...defined({ url: address, description }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
      ...(enabled === undefined || enabled === webhook.is_enabled ? {} : switchTo(enabled)),
      // Saving transfers the webhook to the caller, so that owners can keep a former owner's webhooks.
      created_by: user.id,
      updated_at: deps.now(),
    })
    await record(tx, deps, user, changed, 'webhook.update')
    return changed
  })
}

const switchTo = (isEnabled: boolean) =>
  isEnabled
    ? { is_enabled: true, disabled_because: null, failures: 0, failing_since: null }
    : { is_enabled: false, disabled_because: 'owner' as const }

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(deps: ManageDeps, user: UserActor, path: WebhookPath): Promise<void> {
  assertMayWrite(user)
  await inTransaction(deps.db, async (tx) => {
    const webhook = await lockOwnedWebhook(tx, user, path)
    await deleteWebhookRow(tx, webhook.id)
    await record(tx, deps, user, webhook, 'webhook.delete')
  })
}

/** Deletes the webhooks that a user created since a time, for any publisher. */
export async function deleteWebhooksBy(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  userId: string,
  since: Date,
): Promise<void> {
  for (const webhook of await deleteWebhookRowsBy(tx, userId, since)) {
    await record(tx, deps, { kind: 'user', id: userId }, webhook, 'webhook.delete')
  }
}

/** Returns a new secret. The previous one also signs for a while, so that receivers can switch. */
export async function rotateSecret(deps: ManageDeps, user: UserActor, path: WebhookPath): Promise<string> {
  assertMayWrite(user)
  const secret = toSecret(deps.randomBytes(secretBytes))
  const now = deps.now()
  await inTransaction(deps.db, async (tx) => {
    const webhook = await lockOwnedWebhook(tx, user, path)
    const changed = await changeWebhook(tx, webhook.id, {
      secret: deps.seal.close(secret),
      former_secret: webhook.secret,
      former_secret_until: new Date(now.getTime() + limits.webhookFormerSecretHours * hourMs),
      created_by: user.id,
      updated_at: now,
    })
    await record(tx, deps, user, changed, 'webhook.rotate-secret')
  })
  return secret
}

/** Returns a webhook of a publisher that the user owns. Throws `webhook_not_found`. */
export async function getOwnedWebhook(
  db: DbOrTx,
  user: UserActor,
  path: WebhookPath,
): Promise<ListedWebhook> {
  await getOwnedPublisher(db, path.publisherId, user)
  return found(await findWebhook(db, path))
}

/** Does the same, and locks the webhook until the transaction ends. */
export async function lockOwnedWebhook(tx: Tx, user: UserActor, path: WebhookPath): Promise<WebhookRow> {
  await lockOwnedPublisher(tx, path.publisherId, user)
  return found(await lockWebhook(tx, path))
}

function found<Row extends WebhookRow>(webhook: Row | undefined): Row {
  if (!webhook) throw new RegistryError('webhook_not_found')
  return webhook
}

function readAddress({ config }: Pick<Deps, 'config'>, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !mayBePosted(url, config.webhookNetworks)) {
    throw new RegistryError('webhook_url_refused', { field: 'body.url' })
  }
  url.hash = ''
  if (url.href.length > limits.urlLength) {
    throw new RegistryError('webhook_url_refused', { field: 'body.url', limit: limits.urlLength })
  }
  return url.href
}

/** Records a change. The query of the URL is omitted, because it can contain a secret. */
async function record(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  actor: { kind: 'user'; id: string },
  { id, publisher_id, node_id, url, events, is_enabled }: WebhookRow,
  action: string,
): Promise<void> {
  const { origin, pathname } = new URL(url)
  await recordEvent(tx, {
    actor,
    action,
    subject: { kind: 'webhook', id },
    publisherId: publisher_id,
    after: { url: origin + pathname, ...(node_id ? { node: node_id } : {}), events, enabled: is_enabled },
    at: now(),
  })
}
