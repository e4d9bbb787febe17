import { defined } from '@nodeyard/contract/ground'
import type { ApiKey, Balance, Customer, CustomerAdmin, CustomerEvent } from '@nodeyard/contract/people'
import type { ApiKeyRow, CustomerRow, EventRow } from './sql.ts'

export function toCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    is_admin: row.user_is_admin,
    has_fund: row.balance_micros > 0,
    ...defined({ stripe_id: row.stripe_id || undefined, metronome_id: row.metronome_id || undefined }),
  }
}

/** Adds the admin fields. Subscriptions are stored by the payment provider only. */
export function toCustomerAdmin(row: CustomerRow): CustomerAdmin {
  return { ...toCustomer(row), cloud_subscription_is_active: false }
}

/** All credit is prepaid, and uncovered charges are refused, so that no charge is ever pending. */
export function toBalance({ balance_micros, currency }: CustomerRow): Balance {
  return {
    amount_micros: balance_micros,
    currency,
    prepaid_balance_micros: balance_micros,
    cloud_credit_balance_micros: 0,
  }
}

export function toApiKey({ id, name, description, key_prefix, created_at }: ApiKeyRow): ApiKey {
  return { id, name, description, key_prefix, created_at: created_at.toISOString() }
}

export function toEvent({ id, event_type, params, created_at }: EventRow): CustomerEvent {
  return { event_type, event_id: id, params, createdAt: created_at.toISOString() }
}
