import Type, { type Static, type TSchema } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, MemberRole, NoContent, oneOf, Timestamp, Uuid } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { HeldFor } from '../packs/held-for.ts'
import { PublisherParams } from '../people/publishers.ts'

const node = { node_id: Type.String() }
const version = { ...node, version: Type.String(), version_id: Type.Optional(Uuid) }
const reason = {
  reason: Type.Optional(Type.String({ description: 'The reason as given; long ones are truncated.' })),
}
const member = { user_id: Type.String(), role: Type.Optional(MemberRole) }
const token = { token_id: Type.String(), name: Type.Optional(Type.String()) }
const move = { ...node, from: Type.String({ description: 'The former publisher.' }), to: Type.String() }

/**
 * The members of `data` for each event, in addition to `publisher_id`. New members may be added at any time.
 */
const facts = {
  ping: { webhook_id: Uuid },
  'version.published': version,
  'version.flagged': { ...version, findings: Type.Integer(), held_for: HeldFor },
  'version.refused': { ...version, ...reason },
  'version.decided': {
    ...version,
    decision: oneOf(['approved', 'rejected', 'reopened', 'flagged', 'deleted']),
    ...reason,
  },
  'version.yanked': { ...version, ...reason },
  'version.unyanked': version,
  'version.updated': version,
  'version.deleted': version,
  'version.provenance_missing': version,
  'version.attestation_missing': version,
  'appeal.answered': version,
  'node.created': node,
  'node.updated': { ...node, changed: Type.Array(Type.String()) },
  'node.deleted': node,
  'node.banned': node,
  'node.unbanned': node,
  'node.claimed': move,
  'node.transferred': move,
  'node.offered': move,
  'publisher.updated': {},
  'publisher.banned': {},
  'publisher.unbanned': {},
  'member.added': member,
  'member.changed': member,
  'member.removed': member,
  'token.created': { ...token, expires_at: Type.Optional(Timestamp) },
  'token.revoked': token,
  'token.expiring': { ...token, expires_at: Timestamp },
} as const satisfies Record<string, Record<string, TSchema>>

export type WebhookEventType = keyof typeof facts
export const webhookEventTypes = Object.keys(facts) as [WebhookEventType, ...WebhookEventType[]]
export const WebhookEventType = oneOf(webhookEventTypes)

/** Event types that a webhook can filter by; pings are sent only on request. */
export const subscribableEvents = webhookEventTypes.filter((type) => type !== 'ping')

/** Event types that a webhook of one node can receive. */
export const nodeEvents = subscribableEvents.filter((type) => 'node_id' in facts[type])

const data = <Members extends Record<string, TSchema>>(members: Members) =>
  Type.Object({ publisher_id: Type.String(), ...members })

/** The body of a delivery. */
export const webhookPayloads: Readonly<Record<WebhookEventType, TSchema>> = Object.fromEntries(
  Object.entries(facts).map(([type, members]) => [
    type,
    Type.Object({
      id: Type.String({ description: 'Id of the event, the same for every webhook that receives it.' }),
      type: Type.Literal(type),
      time: Timestamp,
      actor: Type.Object({
        kind: oneOf(['user', 'token', 'service', 'admin', 'operator']),
        id: Type.Optional(Type.String({ description: 'Omitted for decisions by moderators.' })),
      }),
      data: data(members),
    }),
  ]),
) as unknown as Record<WebhookEventType, TSchema>

export const Webhook = Type.Object({
  id: Uuid,
  url: Type.String(),
  description: Type.String(),
  node_id: Type.Optional(Type.String({ description: 'Only events of this node; all when omitted.' })),
  events: Type.Array(WebhookEventType, {
    description: 'Only these events; all, including future kinds, when empty.',
  }),
  enabled: Type.Boolean(),
  disabled_because: Type.Optional(
    oneOf(
      ['owner', 'failures', 'gone', 'creator'],
      'An owner did it, too much failed, the receiver answered 410, or its creator is no longer an owner or is banned: an owner who enables it keeps it.',
    ),
  ),
  failing_since: Type.Optional(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Webhook = Static<typeof Webhook>

const Secret = Type.String({ description: '`whsec_` and the key in Base64. Only this response contains it.' })

export const DeliveryState = oneOf(['waiting', 'delivered', 'failed'])

export const WebhookDelivery = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The `webhook-id` of the request, in every attempt.' }),
  type: WebhookEventType,
  state: DeliveryState,
  attempts: Type.Integer(),
  createdAt: Timestamp,
  next_attempt_at: Type.Optional(Timestamp),
  status: Type.Optional(Type.Integer({ description: 'Status of the last response.' })),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookAttempt = Type.Object({
  number: Type.Integer(),
  at: Timestamp,
  duration_ms: Type.Integer(),
  status: Type.Optional(Type.Integer()),
  answer: Type.String({ description: 'The first characters of the response.' }),
  problem: Type.Optional(
    oneOf(
      ['address_refused', 'unreachable', 'timeout', 'redirected', 'refused', 'disabled'],
      'Why it failed. `address_refused`: the address leads into a network that is not public.',
    ),
  ),
})
export type WebhookAttempt = Static<typeof WebhookAttempt>
export type AttemptProblem = NonNullable<WebhookAttempt['problem']>

export const WebhookDeliveryDetail = Type.Object({
  ...WebhookDelivery.properties,
  url: Type.String(),
  body: Type.String({ description: 'The exact JSON that was sent.' }),
  log: Type.Array(WebhookAttempt, { description: 'Newest first.' }),
})
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>

const ownerOnly = ['publisher_not_found', 'not_publisher_owner'] as const
const oneWebhook = [...ownerOnly, 'webhook_not_found'] as const
const WebhookParams = Type.Object({ ...PublisherParams.properties, webhookId: AnyId })
const DeliveryParams = Type.Object({ ...WebhookParams.properties, deliveryId: AnyId })

const url = Type.String({
  minLength: 1,
  maxLength: limits.urlLength,
  description: 'An `https:` URL without a user name. It must lead to the public internet.',
})
const description = Type.Optional(Type.String({ maxLength: limits.webhookDescriptionLength }))
const events = Type.Optional(Type.Array(oneOf(subscribableEvents), { maxItems: subscribableEvents.length }))

export const listWebhooks = route({
  method: 'GET',
  path: '/publishers/:publisherId/webhooks',
  access: 'signed-in',
  right: 'owner',
  summary: 'The webhooks of a publisher, oldest first',
  params: PublisherParams,
  response: Type.Array(Webhook),
  errors: ownerOnly,
})

export const createWebhook = route({
  method: 'POST',
  path: '/publishers/:publisherId/webhooks',
  access: 'signed-in',
  right: 'owner',
  summary: 'Sends events of a publisher, or of one of its nodes, to a URL',
  description:
    'Each delivery is a POST of JSON with the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` and ' +
    '`webhook-signature`. Only this response contains the signing secret.',
  params: PublisherParams,
  body: Type.Object({ url, description, node_id: Type.Optional(AnyId), events }),
  response: Type.Object({ webhook: Webhook, secret: Secret }),
  status: 201,
  errors: [...ownerOnly, 'user_banned', 'node_not_found', 'too_many_webhooks', 'webhook_url_refused'],
})

export const updateWebhook = route({
  method: 'PUT',
  path: '/publishers/:publisherId/webhooks/:webhookId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Changes a webhook, or turns it on or off',
  description: 'Omitted fields keep their values. Turning it on again resets its failures.',
  params: WebhookParams,
  body: Type.Object({
    url: Type.Optional(url),
    description,
    events,
    enabled: Type.Optional(Type.Boolean()),
  }),
  response: Webhook,
  errors: [...oneWebhook, 'user_banned', 'webhook_url_refused'],
})

export const deleteWebhook = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/webhooks/:webhookId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Deletes a webhook and its deliveries',
  params: WebhookParams,
  response: NoContent,
  status: 204,
  errors: [...oneWebhook, 'user_banned'],
})

export const rotateWebhookSecret = route({
  method: 'POST',
  path: '/publishers/:publisherId/webhooks/:webhookId/secret',
  access: 'signed-in',
  right: 'owner',
  summary: 'Gives a webhook a new secret',
  description: `For ${limits.webhookFormerSecretHours} hours, deliveries are also signed with the former secret.`,
  params: WebhookParams,
  response: Type.Object({ secret: Secret }),
  errors: [...oneWebhook, 'user_banned'],
})

export const pingWebhook = route({
  method: 'POST',
  path: '/publishers/:publisherId/webhooks/:webhookId/ping',
  access: 'signed-in',
  right: 'owner',
  summary: 'Sends a test event to a webhook',
  params: WebhookParams,
  response: WebhookDelivery,
  status: 201,
  errors: [...oneWebhook, 'user_banned', 'webhook_disabled', 'too_many_pings'],
})

export const listWebhookDeliveries = route({
  method: 'GET',
  path: '/publishers/:publisherId/webhooks/:webhookId/deliveries',
  access: 'signed-in',
  right: 'owner',
  summary: 'Deliveries of a webhook, newest first',
  description: `Kept for ${limits.webhookLogDays} days.`,
  params: WebhookParams,
  query: Type.Object({
    state: Type.Optional(DeliveryState),
    before: Type.Optional(
      Type.String({
        maxLength: limits.bulkIdentifierLength,
        description: 'The `next` of a previous response.',
      }),
    ),
    limit: Type.Optional(Type.Integer()),
  }),
  response: Type.Object({ deliveries: Type.Array(WebhookDelivery), next: Type.Optional(Type.String()) }),
  errors: oneWebhook,
})

export const getWebhookDelivery = route({
  method: 'GET',
  path: '/publishers/:publisherId/webhooks/:webhookId/deliveries/:deliveryId',
  access: 'signed-in',
  right: 'owner',
  summary: 'One delivery with its body and all attempts',
  params: DeliveryParams,
  response: WebhookDeliveryDetail,
  errors: [...oneWebhook, 'delivery_not_found'],
})

export const redeliverWebhook = route({
  method: 'POST',
  path: '/publishers/:publisherId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  access: 'signed-in',
  right: 'owner',
  summary: 'Sends a delivery again, under its own `webhook-id`',
  description:
    'Sent immediately, with the same retries as a new one. Has no effect on a delivery in progress.',
  params: DeliveryParams,
  response: WebhookDelivery,
  errors: [...oneWebhook, 'user_banned', 'delivery_not_found', 'webhook_disabled'],
})
