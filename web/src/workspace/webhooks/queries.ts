import type { ResponseOf } from '@nodeyard/contract/route'
import { getWebhookDelivery, listWebhookDeliveries, listWebhooks } from '@nodeyard/contract/webhooks'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

export function webhooksQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'webhooks'],
    queryFn: ({ signal }) => registry.call(listWebhooks, { params: { publisherId } }, { signal }),
  })
}

export interface WebhookPath {
  publisherId: string
  webhookId: string
}

export type DeliveryFilter = 'waiting' | 'delivered' | 'failed' | undefined

/** Key prefix of everything about the deliveries of a webhook. */
export const deliveriesKey = ({ publisherId, webhookId }: WebhookPath) =>
  ['publishers', publisherId, 'webhooks', webhookId, 'deliveries'] as const

const pageSize = 20
const soonMs = 20_000
const lookAgainMs = 1500

/** A page of deliveries, newest first. Polls while a delivery is pending. */
export function deliveriesQuery(
  { registry }: Site,
  path: WebhookPath,
  state: DeliveryFilter,
  before: string | undefined,
) {
  return queryOptions({
    queryKey: [...deliveriesKey(path), state ?? 'all', before ?? 'newest'],
    queryFn: ({ signal }) => {
      const query = { limit: pageSize, ...(state ? { state } : {}), ...(before ? { before } : {}) }
      return registry.call(listWebhookDeliveries, { params: { ...path }, query }, { signal })
    },
    refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isDueSoon) ? lookAgainMs : false),
    placeholderData: keepPreviousData,
  })
}

type Delivery = ResponseOf<typeof listWebhookDeliveries>['deliveries'][number]

const isDueSoon = ({ next_attempt_at }: Delivery) =>
  next_attempt_at !== undefined && Math.abs(Date.parse(next_attempt_at) - Date.now()) < soonMs

export function deliveryQuery({ registry }: Site, path: WebhookPath, delivery: Delivery) {
  const { id: deliveryId, attempts, state } = delivery
  return queryOptions({
    // Each attempt changes the details.
    queryKey: [...deliveriesKey(path), deliveryId, attempts, state],
    queryFn: ({ signal }) =>
      registry.call(getWebhookDelivery, { params: { ...path, deliveryId } }, { signal }),
    placeholderData: keepPreviousData,
  })
}
