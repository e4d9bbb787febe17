import { example } from '../ground/example.ts'
import * as contract from '../people/customers.ts'
import { idsOfExamples, maya, moment, page, secretsOfExamples, uuid } from './things.ts'

const customer = { ...maya, createdAt: moment, updatedAt: moment, is_admin: false, has_fund: true }
const balance = {
  amount_micros: 5_000_000,
  currency: 'usd',
  prepaid_balance_micros: 5_000_000,
  cloud_credit_balance_micros: 0,
}
const byId = { params: { customerId: maya.id } }
const events = {
  ...page,
  events: [
    {
      event_type: 'credit_added',
      event_id: uuid,
      params: { amount: 500, transaction_id: uuid },
      createdAt: moment,
    },
  ],
}
const credits = { filter: 'credit_added' }
const key = {
  id: uuid,
  name: 'laptop',
  description: '',
  key_prefix: secretsOfExamples.apiKey.slice(0, 16),
  created_at: moment,
}
const tier = { params: { tier: 'pro' } } as const
const checkout = { checkout_url: 'https://pay.example.test/checkout/user-maya/pro' }
const subscription = { is_active: false, has_fund: true }
const coupon = { couponId: 'spring' }
const spring = { id: 'spring', duration: 'once', valid: true, percent_off: 10 } as const
const promoCode = { promoCodeId: 'promo-1' }
const promo = { id: 'promo-1', code: 'SPRING', coupon_id: 'spring', active: true }

export const examples = [
  example(contract.createCustomer, {
    answer: { ...customer, id: 'user-lee', email: 'lee@acme.example', name: 'Lee', has_fund: false },
  }),
  example(contract.listCustomers, {
    input: { query: { email: maya.email } },
    answer: { customers: [customer], ...page },
  }),
  example(contract.getOwnCustomer, { answer: customer }),
  example(contract.getCustomer, {
    input: byId,
    answer: { customer: { ...customer, cloud_subscription_is_active: false } },
  }),
  example(contract.listApiKeys, { answer: { api_keys: [key] } }),
  example(contract.createApiKey, {
    input: { body: { name: 'workstation' } },
    answer: { api_key: { ...key, name: 'workstation', plaintext_key: secretsOfExamples.apiKey } },
  }),
  example(contract.deleteApiKey, { input: { params: { apiKeyId: idsOfExamples.apiKey } } }),
  example(contract.getOwnBalance, { answer: balance }),
  example(contract.getBalance, { input: byId, answer: balance }),
  example(contract.listOwnEvents, { input: { query: credits }, answer: events }),
  example(contract.listEvents, { input: { ...byId, query: credits }, answer: events }),
  example(contract.recordUsage, {
    input: {
      ...byId,
      body: { transaction_id: uuid, params: { amount_micros: 250_000, api_name: 'upscale' } },
    },
    answer: { message: 'Recorded.' },
  }),
  example(contract.verifyApiKey, {
    input: { body: { api_key: secretsOfExamples.apiKey } },
    answer: { valid: true, firebase_uid: maya.id, email: maya.email, name: maya.name, is_admin: false },
  }),
  example(contract.getBalanceForService, { input: byId, answer: balance }),
  example(contract.buyCredit, {
    input: { body: { amount_micros: 5_000_000, currency: 'usd' } },
    answer: { checkout_url: 'https://pay.example.test/checkout/user-maya/5000000' },
  }),
  example(contract.openBillingPortal, {
    input: { body: { return_url: 'https://acme.example' } },
    answer: { billing_portal_url: 'https://pay.example.test/portal/user-maya' },
  }),
  example(contract.openUsageDashboard, {
    input: { body: { dashboard_type: 'usage' } },
    answer: { url: 'https://metering.example.test/user-maya/usage' },
  }),
  example(contract.createStorageResource, {
    input: { body: { file_name: 'cat.png', content_type: 'image/png' } },
    answer: {
      download_url: 'https://files.example.test/user-maya/cat.png',
      upload_url: 'https://files.example.test/user-maya/cat.png',
      expires_at: moment,
      existing_file: false,
    },
  }),
  example(contract.getSubscriptionStatus, { answer: subscription }),
  example(contract.checkOutSubscription, {
    input: { body: { utm_source: 'newsletter' } },
    answer: { checkout_url: 'https://pay.example.test/checkout/user-maya/standard' },
  }),
  example(contract.checkOutTier, { input: { ...tier, body: {} }, answer: checkout }),
  example(contract.listCoupons, { answer: { coupons: [spring], has_more: false } }),
  example(contract.createCoupon, {
    input: { body: { name: 'Summer', duration: 'once', percent_off: 15 } },
    answer: { id: 'coupon-1', name: 'Summer', duration: 'once', valid: true, percent_off: 15 },
  }),
  example(contract.getCoupon, { input: { params: coupon }, answer: spring }),
  example(contract.updateCoupon, {
    input: { params: coupon, body: { name: 'Spring' } },
    answer: { ...spring, name: 'Spring' },
  }),
  example(contract.deleteCoupon, {
    input: { params: coupon },
    answer: { message: 'Deleted.', coupon_id: 'spring' },
  }),
  example(contract.listPromoCodes, { answer: { promo_codes: [promo], has_more: false } }),
  example(contract.createPromoCode, {
    input: { body: { coupon_id: 'spring', max_redemptions: 100 } },
    answer: { ...promo, id: 'promo-2', code: 'PROMO-2', max_redemptions: 100 },
  }),
  example(contract.getPromoCode, { input: { params: promoCode }, answer: promo }),
  example(contract.updatePromoCode, {
    input: { params: promoCode, body: { active: false } },
    answer: { ...promo, active: false },
  }),
  example(contract.deletePromoCode, {
    input: { params: promoCode },
    answer: { message: 'Deactivated.', promo_code_id: 'promo-1' },
  }),
  example(contract.getSubscriptionForService, { input: byId, answer: subscription }),
  example(contract.deletePaymentData, { input: byId, answer: { message: 'Deleted.' } }),
  example(contract.archiveMeteringData, { input: byId, answer: { message: 'Archived.' } }),
  example(contract.receiveZeroBalance, {
    input: {
      body: { id: 'alert-1', type: 'zero', properties: { customer_id: maya.id, remaining_balance: 0 } },
    },
    answer: {},
  }),
  example(contract.receiveInvoiceStatus, {
    input: {
      body: { id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: { id: 'in_1' } } },
    },
    answer: {},
  }),
  example(contract.receiveSubscription, {
    input: { body: { id: 'evt_2', type: 'customer.subscription.updated' } },
    answer: {},
  }),
]
