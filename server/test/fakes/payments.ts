import { createHmac } from 'node:crypto'
import type { ErrorCode, ResponseOf, Route } from '@nodeyard/contract/ground'
import * as contract from '@nodeyard/contract/people'
import { RegistryError } from '../../src/ground/errors.ts'
import type { Provider, ProviderCall } from '../../src/people/customers/provider.ts'
import { matchesSecret } from '../../src/people/identity/shared-secret.ts'

type Coupon = ResponseOf<typeof contract.getCoupon>
type PromoCode = ResponseOf<typeof contract.getPromoCode>

export interface FakePayments extends Provider {
  addCoupon(coupon: Coupon): void
  addPromoCode(promoCode: PromoCode): void
}

/**
 * A payment provider without money: checkouts have URLs, coupons and promotion codes are in memory, and
 * events are signed with `secret`.
 */
export function fakePayments(secret: string): FakePayments {
  const coupons = new Map<string, Coupon>()
  const promoCodes = new Map<string, PromoCode>()
  let count = 0

  const checkout = (call: ProviderCall, what: string | number) => ({
    checkout_url: `https://pay.example.test/checkout/${call.customerId}/${what}`,
  })
  const couponOf = ({ params }: ProviderCall) =>
    named(coupons, (params as { couponId: string }).couponId, 'coupon_not_found')
  const promoCodeOf = ({ params }: ProviderCall) =>
    named(promoCodes, (params as { promoCodeId: string }).promoCodeId, 'promo_code_not_found')
  const received = ({ headers, rawBody }: ProviderCall) => {
    const signature = (headers as Record<string, string | undefined>)['stripe-signature']
    const expected = createHmac('sha256', secret).update(rawBody).digest('hex')
    if (!matchesSecret(signature, expected)) throw new RegistryError('invalid_signature')
    return {}
  }
  const subscription = () => ({ is_active: false, has_fund: true })

  const answers = new Map<Route, (call: ProviderCall) => unknown>([
    [contract.buyCredit, (call) => checkout(call, (call.body as { amount_micros: number }).amount_micros)],
    [contract.checkOutSubscription, (call) => checkout(call, 'standard')],
    [contract.checkOutTier, (call) => checkout(call, (call.params as { tier: string }).tier)],
    [
      contract.openBillingPortal,
      ({ customerId }) => ({ billing_portal_url: `https://pay.example.test/portal/${customerId}` }),
    ],
    [contract.getSubscriptionStatus, subscription],
    [contract.getSubscriptionForService, subscription],
    [contract.deletePaymentData, () => ({ message: 'Deleted.' })],
    [contract.receiveInvoiceStatus, received],
    [contract.receiveSubscription, received],
    [contract.listCoupons, () => ({ coupons: [...coupons.values()], has_more: false })],
    [contract.getCoupon, couponOf],
    [
      contract.createCoupon,
      ({ body }) =>
        keep(coupons, { id: `coupon-${++count}`, duration: 'once', valid: true, ...(body as object) }),
    ],
    [contract.updateCoupon, (call) => Object.assign(couponOf(call), call.body)],
    [
      contract.deleteCoupon,
      (call) => {
        const { id } = couponOf(call)
        coupons.delete(id)
        return { message: 'Deleted.', coupon_id: id }
      },
    ],
    [contract.listPromoCodes, () => ({ promo_codes: [...promoCodes.values()], has_more: false })],
    [contract.getPromoCode, promoCodeOf],
    [
      contract.createPromoCode,
      ({ body }) => {
        const { coupon_id, max_redemptions } = body as { coupon_id: string; max_redemptions?: number }
        named(coupons, coupon_id, 'coupon_not_found')
        const id = `promo-${++count}`
        const limit = max_redemptions === undefined ? {} : { max_redemptions }
        return keep(promoCodes, { id, code: id.toUpperCase(), coupon_id, active: true, ...limit })
      },
    ],
    [contract.updatePromoCode, (call) => Object.assign(promoCodeOf(call), call.body)],
    [
      contract.deletePromoCode,
      (call) => {
        const promoCode = Object.assign(promoCodeOf(call), { active: false })
        return { message: 'Deactivated.', promo_code_id: promoCode.id }
      },
    ],
  ])
  return {
    addCoupon: (coupon) => void keep(coupons, coupon),
    addPromoCode: (promoCode) => void keep(promoCodes, promoCode),
    async answer(route, call) {
      const answer = answers.get(route)
      if (!answer) throw new RegistryError('not_configured')
      return answer(call)
    },
  }
}

function keep<Thing extends { id: string }>(things: Map<string, Thing>, thing: Thing): Thing {
  things.set(thing.id, thing)
  return thing
}

function named<Thing>(things: Map<string, Thing>, id: string, refusal: ErrorCode): Thing {
  const thing = things.get(id)
  if (!thing) throw new RegistryError(refusal)
  return thing
}
