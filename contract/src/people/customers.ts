import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { NoContent, PageEnvelope, PageQuery, Timestamp, Uuid } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { CustomerParams, SubscriptionTier } from './billing.ts'

export * from './billing.ts'

const customer = {
  id: Type.String({ description: 'The id of the user.' }),
  email: Type.String(),
  name: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  is_admin: Type.Boolean(),
  stripe_id: Type.Optional(Type.String({ description: 'The id at the payment provider.' })),
  metronome_id: Type.Optional(Type.String({ description: 'The id at the metering provider.' })),
  has_fund: Type.Boolean({ description: 'Whether any credit is left.' }),
  subscription_tier: Type.Optional(SubscriptionTier),
}

/** A user who uses paid services. */
export const Customer = Type.Object(customer)
export type Customer = Static<typeof Customer>

export const CustomerAdmin = Type.Object({
  ...customer,
  cloud_subscription_is_active: Type.Boolean(),
  cloud_subscription_subscription_id: Type.Optional(Type.String()),
  cloud_subscription_renewal_date: Type.Optional(Type.String()),
  cloud_subscription_end_date: Type.Optional(Type.String()),
})
export type CustomerAdmin = Static<typeof CustomerAdmin>

/** Amounts are millionths of the currency unit. */
export const Balance = Type.Object({
  amount_micros: Type.Number(),
  currency: Type.String(),
  prepaid_balance_micros: Type.Number(),
  cloud_credit_balance_micros: Type.Number(),
})
export type Balance = Static<typeof Balance>

export const customerEventTypes = [
  'account_created',
  'credit_added',
  'api_usage_started',
  'api_usage_completed',
] as const

export const CustomerEvent = Type.Object({
  event_type: Type.String({ description: `An event type, such as ${customerEventTypes.join(', ')}.` }),
  event_id: Uuid,
  params: Type.Record(Type.String(), Type.Unknown(), { description: '`amount` is in cents.' }),
  createdAt: Timestamp,
})
export type CustomerEvent = Static<typeof CustomerEvent>

export const ApiKey = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  key_prefix: Type.String(),
  created_at: Timestamp,
})
export type ApiKey = Static<typeof ApiKey>

export const NewApiKey = Type.Object({
  ...ApiKey.properties,
  plaintext_key: Type.String({ description: 'The whole key. No other response contains it.' }),
})
export type NewApiKey = Static<typeof NewApiKey>

export const createCustomer = route({
  method: 'POST',
  path: '/customers',
  access: 'customer',
  summary: 'Makes the caller a customer, or returns the existing customer (200)',
  response: Customer,
  status: 201,
  otherStatus: 200,
  errors: ['user_banned'],
})

export const listCustomers = route({
  method: 'GET',
  path: '/customers',
  access: 'admin',
  summary: 'All customers, newest first',
  query: Type.Object({
    email: Type.Optional(Type.String({ maxLength: limits.nameLength })),
    name: Type.Optional(
      Type.String({ maxLength: limits.nameLength, description: 'Part of the email address.' }),
    ),
    stripe_id: Type.Optional(Type.String({ maxLength: limits.nameLength })),
    metronome_id: Type.Optional(Type.String({ maxLength: limits.nameLength })),
    ...PageQuery,
  }),
  response: Type.Object({ customers: Type.Array(Customer), ...PageEnvelope }),
})

export const getOwnCustomer = route({
  method: 'GET',
  path: '/customers/me',
  access: 'customer',
  summary: 'The customer record of the caller',
  response: Customer,
  errors: ['customer_not_found'],
})

export const getCustomer = route({
  method: 'GET',
  path: '/customers/:customerId',
  access: 'admin',
  summary: 'One customer',
  params: CustomerParams,
  response: Type.Object({ customer: CustomerAdmin }),
  errors: ['customer_not_found'],
})

export const listApiKeys = route({
  method: 'GET',
  path: '/customers/api-keys',
  access: 'customer',
  summary: "The caller's API keys, newest first, shown by their first characters",
  response: Type.Object({ api_keys: Type.Array(ApiKey) }),
  errors: ['customer_not_found'],
})

export const createApiKey = route({
  method: 'POST',
  path: '/customers/api-keys',
  access: 'customer',
  summary: 'Creates an API key; only this response contains the whole key',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: limits.tokenNameLength }),
    description: Type.Optional(Type.String({ maxLength: limits.descriptionLength })),
  }),
  response: Type.Object({ api_key: NewApiKey }),
  status: 201,
  errors: ['customer_not_found', 'user_banned', 'api_key_cannot_manage_keys', 'too_many_api_keys'],
})

export const deleteApiKey = route({
  method: 'DELETE',
  path: '/customers/api-keys/:apiKeyId',
  access: 'customer',
  summary: 'Revokes an API key immediately',
  params: Type.Object({ apiKeyId: Uuid }),
  response: NoContent,
  status: 204,
  errors: ['customer_not_found', 'api_key_not_found', 'user_banned', 'api_key_cannot_manage_keys'],
})

export const getOwnBalance = route({
  method: 'GET',
  path: '/customers/balance',
  access: 'customer',
  summary: "The caller's balance",
  response: Balance,
  errors: ['customer_not_found'],
})

export const getBalance = route({
  method: 'GET',
  path: '/customers/:customerId/balance',
  access: 'admin',
  summary: "A customer's balance",
  params: CustomerParams,
  response: Balance,
  errors: ['customer_not_found'],
})

const EventsQuery = Type.Object({
  ...PageQuery,
  filter: Type.Optional(Type.String({ maxLength: limits.nameLength, description: 'One event type.' })),
  start_date: Type.Optional(Timestamp),
  end_date: Type.Optional(Timestamp),
})
const EventPage = Type.Object({ events: Type.Array(CustomerEvent), ...PageEnvelope })

export const listOwnEvents = route({
  method: 'GET',
  path: '/customers/events',
  access: 'customer',
  summary: "The caller's events, newest first",
  query: EventsQuery,
  response: EventPage,
  errors: ['customer_not_found'],
})

export const listEvents = route({
  method: 'GET',
  path: '/customers/:customerId/events',
  access: 'admin',
  summary: "A customer's events, newest first",
  params: CustomerParams,
  query: EventsQuery,
  response: EventPage,
  errors: ['customer_not_found'],
})

export const recordUsage = route({
  method: 'POST',
  path: '/customers/:customerId/usage',
  access: 'admin',
  summary: 'Records use of a service by a customer, and charges for it',
  description:
    'The same transaction id counts once, however often it is sent. A charge that exceeds the balance is refused as a whole.',
  params: CustomerParams,
  headers: Type.Object({ 'x-comfy-admin-secret': Type.Optional(Type.String()) }),
  body: Type.Object({
    transaction_id: Uuid,
    params: Type.Object({
      amount_micros: Type.Optional(
        Type.Integer({ minimum: 1, maximum: limits.ledgerAmountMicros, description: 'The cost.' }),
      ),
      api_name: Type.Optional(Type.String({ maxLength: limits.nameLength })),
      model: Type.Optional(Type.String({ maxLength: limits.nameLength })),
    }),
    timestamp: Type.Optional(Timestamp),
  }),
  response: Type.Object({ message: Type.String() }),
  errors: ['customer_not_found', 'insufficient_balance', 'charge_differs'],
})

export const verifyApiKey = route({
  method: 'POST',
  path: '/admin/verify-api-key',
  access: 'admin-secret',
  summary: 'The owner of an API key, for sibling services',
  body: Type.Object({ api_key: Type.String({ minLength: 1, maxLength: limits.nameLength }) }),
  response: Type.Object({
    valid: Type.Boolean(),
    firebase_uid: Type.String(),
    email: Type.String(),
    name: Type.String(),
    is_admin: Type.Boolean(),
  }),
  errors: ['api_key_not_found', 'user_banned'],
})

export const getBalanceForService = route({
  method: 'GET',
  path: '/admin/customers/:customerId/balance',
  access: 'admin-secret',
  summary: "A customer's balance, for sibling services",
  params: CustomerParams,
  response: Balance,
  errors: ['customer_not_found'],
})
