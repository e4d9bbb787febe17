import { defined, type ResponseOf } from '@nodeyard/contract/ground'
import { getWebhookDelivery, listWebhookDeliveries, listWebhooks } from '@nodeyard/contract/services'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

export const webhooksQuery = (site: Site, publisherId: string) =>
  routeQuery(site, listWebhooks, { params: { publisherId } })

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
  site: Site,
  path: WebhookPath,
  state: DeliveryFilter,
  before: string | undefined,
) {
  const query = { limit: pageSize, ...defined({ state, before }) }
  return queryOptions({
    ...routeQuery(site, listWebhookDeliveries, { params: { ...path }, query }),
    refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isDueSoon) ? lookAgainMs : false),
    placeholderData: keepPreviousData,
  })
}

type Delivery = ResponseOf<typeof listWebhookDeliveries>['deliveries'][number]

const isDueSoon = ({ next_attempt_at }: Delivery) =>
  next_attempt_at !== undefined && Math.abs(Date.parse(next_attempt_at) - Date.now()) < soonMs

export function deliveryQuery(site: Site, path: WebhookPath, { id: deliveryId, attempts, state }: Delivery) {
  const query = routeQuery(site, getWebhookDelivery, { params: { ...path, deliveryId } })
  // Each attempt changes the details.
  const queryKey = [...query.queryKey, attempts, state]
  return { ...query, queryKey, placeholderData: keepPreviousData }
}
