import type { Route } from '@nodeyard/contract/ground'
import * as contract from '@nodeyard/contract/people'
import { RegistryError } from '../../ground/errors.ts'
import { Existing } from '../../ground/http/call.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { assertMayWrite, userOf } from '../../ground/permissions.ts'
import { hashOfApiKey } from '../identity/api-key.ts'
import { matchesSecret } from '../identity/shared-secret.ts'
import { findHolderOfApiKey } from '../identity/sql.ts'
import { createApiKey, revokeApiKey } from './api-keys.ts'
import { ensureCustomer, getCustomer } from './customer.ts'
import type { Deps } from './deps.ts'
import type { Providers } from './provider.ts'
import { listCustomers, listEvents } from './read.ts'
import { listApiKeysOf } from './sql.ts'
import { toApiKey, toBalance, toCustomer, toCustomerAdmin } from './to-wire.ts'
import { recordUsage } from './usage.ts'

/** Mounts the routes of customers, API keys and providers. Source: API contract 22 to 24. */
export function mountCustomers(app: App<Deps>): void {
  const { db } = app.deps
  mountOwn(app)
  mountForAdmins(app)
  mount(app, contract.verifyApiKey, async ({ body }) => {
    const user = await findHolderOfApiKey(db, hashOfApiKey(body.api_key))
    if (!user) throw new RegistryError('api_key_not_found')
    if (user.loss) throw new RegistryError('user_banned')
    const { id, email, name, is_admin } = user
    return { valid: true, firebase_uid: id, email, name, is_admin }
  })
  mount(app, contract.getBalanceForService, async ({ params }) =>
    toBalance(await getCustomer(db, params.customerId)),
  )
  for (const name of providerNames) {
    for (const route of routesOfProviders[name]) mountForProvider(app, name, route)
  }
}

function mountOwn(app: App<Deps>): void {
  const { deps } = app
  const { db } = deps
  mount(app, contract.createCustomer, async ({ actor }) => {
    const { customer, isNew } = await ensureCustomer(deps, userOf(actor))
    return isNew ? toCustomer(customer) : new Existing(toCustomer(customer))
  })
  mount(app, contract.getOwnCustomer, async ({ actor }) =>
    toCustomer(await getCustomer(db, userOf(actor).id)),
  )
  mount(app, contract.getOwnBalance, async ({ actor }) => toBalance(await getCustomer(db, userOf(actor).id)))
  mount(app, contract.listOwnEvents, ({ actor, query }) => listEvents(deps, userOf(actor).id, query))
  mount(app, contract.listApiKeys, async ({ actor }) => {
    const customer = await getCustomer(db, userOf(actor).id)
    return { api_keys: (await listApiKeysOf(db, customer.id)).map(toApiKey) }
  })
  mount(app, contract.createApiKey, async ({ actor, body }) => {
    const { row, plaintext } = await createApiKey(deps, userOf(actor), body)
    return { api_key: { ...toApiKey(row), plaintext_key: plaintext } }
  })
  mount(app, contract.deleteApiKey, async ({ actor, params }) => {
    await revokeApiKey(deps, userOf(actor), params.apiKeyId)
    return null
  })
}

function mountForAdmins(app: App<Deps>): void {
  const { deps } = app
  const { db, config } = deps
  mount(app, contract.listCustomers, ({ query }) => listCustomers(deps, query))
  mount(app, contract.getCustomer, async ({ params }) => ({
    customer: toCustomerAdmin(await getCustomer(db, params.customerId)),
  }))
  mount(app, contract.getBalance, async ({ params }) => toBalance(await getCustomer(db, params.customerId)))
  mount(app, contract.listEvents, ({ params, query }) => listEvents(deps, params.customerId, query))
  mount(app, contract.recordUsage, async ({ actor, params, body, headers }) => {
    if (!matchesSecret(headers['x-comfy-admin-secret'], config.adminSecret)) {
      throw new RegistryError('invalid_credential')
    }
    await recordUsage(deps, actor, params.customerId, body)
    return { message: 'Recorded.' }
  })
}

const providerNames = ['payments', 'metering', 'storage'] as const

/** The routes that each provider serves. Source: API contract 22.2, 23, 24. */
const routesOfProviders: Record<keyof Providers, readonly Route[]> = {
  payments: [
    contract.buyCredit,
    contract.openBillingPortal,
    contract.getSubscriptionStatus,
    contract.checkOutSubscription,
    contract.checkOutTier,
    contract.listCoupons,
    contract.createCoupon,
    contract.getCoupon,
    contract.updateCoupon,
    contract.deleteCoupon,
    contract.listPromoCodes,
    contract.createPromoCode,
    contract.getPromoCode,
    contract.updatePromoCode,
    contract.deletePromoCode,
    contract.getSubscriptionForService,
    contract.deletePaymentData,
    contract.receiveInvoiceStatus,
    contract.receiveSubscription,
  ],
  metering: [contract.openUsageDashboard, contract.archiveMeteringData, contract.receiveZeroBalance],
  storage: [contract.createStorageResource],
}

/** Lists the routes whose provider is missing. They respond with 501, so the description of the API omits them. */
export const routesWithoutProvider = (providers: Providers): Route[] =>
  providerNames.flatMap((name) => (providers[name] ? [] : routesOfProviders[name]))

function mountForProvider(app: App<Deps>, name: keyof Providers, route: Route): void {
  const { providers } = app.deps
  mount(app, route, async ({ actor, ...call }) => {
    if (route.access === 'customer') assertMayWrite(actor)
    const provider = providers[name]
    if (!provider) throw new RegistryError('not_configured')
    return provider.answer(route, { ...call, ...(actor.kind === 'user' ? { customerId: actor.id } : {}) })
  })
}
