import { example } from '../ground/example.ts'
import * as contract from '../services/webhooks.ts'
import { idsOfExamples, moment, uuid } from './things.ts'

const publisher = { publisherId: 'acme' }
const one = { ...publisher, webhookId: idsOfExamples.webhook }
const secret = 'whsec_Kp3vTz0Jw2bXc9fLm5nRs8uYe1hGd4iAqK3vTz0Jw2c='

const webhook: contract.Webhook = {
  id: idsOfExamples.webhook,
  url: 'https://hooks.example.test/nodeyard',
  description: 'Build machine',
  events: [],
  enabled: true,
  createdAt: moment,
  updatedAt: moment,
}

const delivery: contract.WebhookDelivery = {
  id: idsOfExamples.delivery,
  type: 'ping',
  state: 'delivered',
  attempts: 1,
  createdAt: moment,
  status: 204,
}

const waiting = { type: 'ping', state: 'waiting', createdAt: moment, next_attempt_at: moment } as const

export const examples = [
  example(contract.listWebhooks, { input: { params: publisher }, answer: [webhook] }),
  example(contract.createWebhook, {
    input: {
      params: publisher,
      body: {
        url: 'https://hooks.example.test/releases',
        description: 'Announces releases',
        node_id: 'acme-blur',
        events: ['version.published'],
      },
    },
    answer: {
      webhook: {
        ...webhook,
        id: uuid,
        url: 'https://hooks.example.test/releases',
        description: 'Announces releases',
        node_id: 'acme-blur',
        events: ['version.published'],
      },
      secret,
    },
  }),
  example(contract.updateWebhook, {
    input: { params: one, body: { events: ['version.published', 'version.flagged'], enabled: true } },
    answer: { ...webhook, events: ['version.published', 'version.flagged'] },
  }),
  example(contract.rotateWebhookSecret, { input: { params: one }, answer: { secret } }),
  example(contract.pingWebhook, {
    input: { params: one },
    answer: { ...waiting, id: uuid, attempts: 0 },
  }),
  example(contract.listWebhookDeliveries, {
    input: { params: one, query: { state: 'delivered', limit: 20 } },
    answer: { deliveries: [delivery] },
  }),
  example(contract.getWebhookDelivery, {
    input: { params: { ...one, deliveryId: idsOfExamples.delivery } },
    answer: {
      ...delivery,
      url: webhook.url,
      body: '{"type":"ping"}',
      log: [{ number: 1, at: moment, duration_ms: 85, status: 204, answer: '' }],
    },
  }),
  example(contract.redeliverWebhook, {
    input: { params: { ...one, deliveryId: idsOfExamples.delivery } },
    answer: { ...waiting, id: idsOfExamples.delivery, attempts: 1 },
  }),
  example(contract.deleteWebhook, {
    input: { params: { ...publisher, webhookId: idsOfExamples.webhookToDelete } },
  }),
]
