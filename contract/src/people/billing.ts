import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { ErrorCode } from '../ground/errors.ts'
import { type Access, type Method, route } from '../ground/route.ts'
import { oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'

export const SubscriptionTier = oneOf(['FREE', 'STANDARD', 'CREATOR', 'PRO', 'FOUNDERS_EDITION'])
export type SubscriptionTier = Static<typeof SubscriptionTier>
export const SubscriptionDuration = oneOf(['MONTHLY', 'ANNUAL'])

export const CustomerParams = Type.Object({ customerId: Type.String({ maxLength: limits.nameLength }) })

/** Routes that need a payment or metering provider. Source: API contract 22.2, 23, 24. */
const ofProvider = <
  Response extends TSchema,
  Params extends TSchema = TObject<Record<never, never>>,
  Body extends TSchema = TObject<Record<never, never>>,
  Headers extends TSchema = TObject<Record<never, never>>,
>(definition: {
  method: Method
  path: `/${string}`
  access: Access
  summary: string
  params?: Params
  query?: TSchema
  body?: Body
  headers?: Headers
  response: Response
  status?: 201
  errors?: readonly ErrorCode[]
}) =>
  route<Response, Params, TSchema, Body, Headers>({
    ...definition,
    errors: [...(definition.errors ?? []), 'not_configured'],
  })

const shortText = Type.Optional(Type.String({ maxLength: limits.nameLength }))
const address = Type.Optional(Type.String({ maxLength: limits.urlLength }))
const Checkout = Type.Object({ checkout_url: Type.String() })
const Said = Type.Object({ message: Type.String() })
const Received = Type.Object({})
const Metadata = Type.Optional(Type.Record(Type.String(), Type.String()))
const Tier = oneOf(['standard', 'creator', 'pro', 'standard-yearly', 'creator-yearly', 'pro-yearly'])
const attribution = Type.Object({
  ga_client_id: shortText,
  ga_session_id: shortText,
  ga_session_number: shortText,
  gclid: shortText,
  gbraid: shortText,
  wbraid: shortText,
  utm_source: shortText,
  utm_medium: shortText,
  utm_campaign: shortText,
  utm_term: shortText,
  utm_content: shortText,
  im_ref: shortText,
})

export const SubscriptionStatus = Type.Object({
  is_active: Type.Boolean(),
  subscription_id: Type.Optional(Type.String()),
  subscription_tier: Type.Optional(SubscriptionTier),
  subscription_duration: Type.Optional(SubscriptionDuration),
  has_fund: Type.Boolean(),
  renewal_date: Type.Optional(Timestamp),
  end_date: Type.Optional(Timestamp),
})

const CouponDuration = oneOf(['once', 'repeating', 'forever'])
/** `amount_off` is in cents, `redeem_by` in seconds since 1970. */
export const Coupon = Type.Object({
  id: Type.String(),
  duration: CouponDuration,
  valid: Type.Boolean(),
  name: Type.Optional(Type.String()),
  percent_off: Type.Optional(Type.Number()),
  amount_off: Type.Optional(Type.Integer()),
  currency: Type.Optional(Type.String()),
  duration_in_months: Type.Optional(Type.Integer()),
  max_redemptions: Type.Optional(Type.Integer()),
  times_redeemed: Type.Optional(Type.Integer()),
  redeem_by: Type.Optional(Type.Integer()),
  metadata: Metadata,
})

/** `expires_at` is in seconds since 1970. */
export const PromoCode = Type.Object({
  id: Type.String(),
  code: Type.String(),
  coupon_id: Type.String(),
  active: Type.Boolean(),
  expires_at: Type.Optional(Type.Integer()),
  max_redemptions: Type.Optional(Type.Integer()),
  times_redeemed: Type.Optional(Type.Integer()),
  metadata: Metadata,
})

const ProviderListQuery = Type.Object({
  active: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 10.' })),
})
const StripeSignature = Type.Object({ 'stripe-signature': Type.Optional(Type.String()) })
const positive = Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }))

const ofOwnBilling = { access: 'customer', errors: ['user_banned'] } as const
const ofAdmin = { access: 'admin' } as const
const CouponParams = Type.Object({ couponId: Type.String() })
const PromoCodeParams = Type.Object({ promoCodeId: Type.String() })
const TierParams = Type.Object({ tier: Tier })

export const buyCredit = ofProvider({
  ...ofOwnBilling,
  method: 'POST',
  path: '/customers/credit',
  status: 201,
  summary: 'Creates a checkout for credit',
  body: Type.Object({
    amount_micros: Type.Integer({ minimum: 1, maximum: limits.ledgerAmountMicros }),
    currency: Type.String({
      pattern: '^[a-z]{3}$',
      'x-form': 'a currency of three lowercase letters, such as usd',
    }),
  }),
  response: Checkout,
})
export const openBillingPortal = ofProvider({
  ...ofOwnBilling,
  method: 'POST',
  path: '/customers/billing',
  summary: 'The address of the billing portal',
  body: Type.Object({ return_url: address, target_tier: Type.Optional(Tier) }),
  response: Type.Object({ billing_portal_url: Type.String() }),
})
export const openUsageDashboard = ofProvider({
  ...ofOwnBilling,
  method: 'POST',
  path: '/customers/usage',
  summary: 'The address of a usage dashboard',
  body: Type.Object({
    dashboard_type: Type.Optional(oneOf(['invoices', 'usage', 'credits', 'commits_and_credits'])),
    color_overrides: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          value: Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', 'x-form': 'a color such as #1f9d55' }),
        }),
        {
          maxItems: limits.listItems,
        },
      ),
    ),
  }),
  response: Type.Object({ url: Type.String() }),
})
export const createStorageResource = ofProvider({
  ...ofOwnBilling,
  method: 'POST',
  path: '/customers/storage',
  summary: 'URLs to upload and download a file',
  body: Type.Object({
    file_name: Type.String({ minLength: 1, maxLength: limits.nameLength }),
    content_type: shortText,
    file_hash: shortText,
  }),
  response: Type.Object({
    download_url: Type.String(),
    upload_url: Type.String(),
    expires_at: Timestamp,
    existing_file: Type.Boolean(),
  }),
})
export const getSubscriptionStatus = ofProvider({
  ...ofOwnBilling,
  method: 'GET',
  path: '/customers/cloud-subscription-status',
  summary: "The caller's subscription",
  response: SubscriptionStatus,
})
export const checkOutSubscription = ofProvider({
  ...ofOwnBilling,
  method: 'POST',
  path: '/customers/cloud-subscription-checkout',
  status: 201,
  summary: 'Creates a checkout for a subscription',
  body: attribution,
  response: Checkout,
})
export const checkOutTier = ofProvider({
  ...ofOwnBilling,
  method: 'POST',
  path: '/customers/cloud-subscription-checkout/:tier',
  params: TierParams,
  status: 201,
  summary: 'Creates a checkout for a subscription to a tier',
  body: attribution,
  response: Checkout,
})
export const listCoupons = ofProvider({
  ...ofAdmin,
  method: 'GET',
  path: '/customers/admin/coupons',
  summary: 'All coupons',
  query: ProviderListQuery,
  response: Type.Object({ coupons: Type.Array(Coupon), has_more: Type.Boolean() }),
})
export const createCoupon = ofProvider({
  ...ofAdmin,
  method: 'POST',
  path: '/customers/admin/coupons',
  status: 201,
  summary: 'Creates a coupon',
  body: Type.Object({
    name: shortText,
    duration: Type.Optional(CouponDuration),
    percent_off: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    amount_off: positive,
    currency: Type.Optional(oneOf(['usd'])),
    duration_in_months: positive,
    max_redemptions: positive,
    metadata: Metadata,
  }),
  response: Coupon,
})
export const getCoupon = ofProvider({
  ...ofAdmin,
  method: 'GET',
  path: '/customers/admin/coupons/:couponId',
  params: CouponParams,
  errors: ['coupon_not_found'],
  summary: 'One coupon',
  response: Coupon,
})
export const updateCoupon = ofProvider({
  ...ofAdmin,
  method: 'PATCH',
  path: '/customers/admin/coupons/:couponId',
  params: CouponParams,
  errors: ['coupon_not_found'],
  summary: 'Changes a coupon',
  body: Type.Object({ name: shortText, metadata: Metadata }),
  response: Coupon,
})
export const deleteCoupon = ofProvider({
  ...ofAdmin,
  method: 'DELETE',
  path: '/customers/admin/coupons/:couponId',
  params: CouponParams,
  errors: ['coupon_not_found'],
  summary: 'Deletes a coupon',
  response: Type.Object({ message: Type.String(), coupon_id: Type.String() }),
})
export const listPromoCodes = ofProvider({
  ...ofAdmin,
  method: 'GET',
  path: '/customers/admin/promo-codes',
  summary: 'All promotion codes',
  query: ProviderListQuery,
  response: Type.Object({ promo_codes: Type.Array(PromoCode), has_more: Type.Boolean() }),
})
export const createPromoCode = ofProvider({
  ...ofAdmin,
  method: 'POST',
  path: '/customers/admin/promo-codes',
  status: 201,
  summary: 'Creates a promotion code',
  errors: ['coupon_not_found'],
  body: Type.Object({
    coupon_id: Type.String({ minLength: 1, maxLength: limits.nameLength }),
    expire_days: positive,
    max_redemptions: positive,
  }),
  response: PromoCode,
})
export const getPromoCode = ofProvider({
  ...ofAdmin,
  method: 'GET',
  path: '/customers/admin/promo-codes/:promoCodeId',
  params: PromoCodeParams,
  errors: ['promo_code_not_found'],
  summary: 'One promotion code',
  response: PromoCode,
})
export const updatePromoCode = ofProvider({
  ...ofAdmin,
  method: 'PATCH',
  path: '/customers/admin/promo-codes/:promoCodeId',
  params: PromoCodeParams,
  errors: ['promo_code_not_found'],
  summary: 'Changes a promotion code',
  body: Type.Object({ active: Type.Optional(Type.Boolean()), metadata: Metadata }),
  response: PromoCode,
})
export const deletePromoCode = ofProvider({
  ...ofAdmin,
  method: 'DELETE',
  path: '/customers/admin/promo-codes/:promoCodeId',
  params: PromoCodeParams,
  errors: ['promo_code_not_found'],
  summary: 'Deactivates a promotion code',
  response: Type.Object({ message: Type.String(), promo_code_id: Type.String() }),
})
export const getSubscriptionForService = ofProvider({
  method: 'GET',
  access: 'admin-secret',
  path: '/admin/customers/:customerId/cloud-subscription-status',
  params: CustomerParams,
  summary: "A customer's subscription, for sibling services",
  response: SubscriptionStatus,
})
export const deletePaymentData = ofProvider({
  method: 'DELETE',
  access: 'admin-secret',
  path: '/admin/customers/:customerId/stripe-data',
  params: CustomerParams,
  summary: 'Deletes a customer’s data at the payment provider',
  response: Said,
})
export const archiveMeteringData = ofProvider({
  method: 'POST',
  access: 'admin-secret',
  path: '/admin/customers/:customerId/archive-metronome-data',
  params: CustomerParams,
  summary: 'Archives a customer’s data at the metering provider',
  response: Said,
})
export const receiveZeroBalance = ofProvider({
  method: 'POST',
  access: 'webhook',
  path: '/webhook/metronome/zero-balance',
  summary: 'Receives a notice from the metering provider that a balance is used up',
  body: Type.Object({
    id: Type.String(),
    type: Type.String(),
    properties: Type.Object({ customer_id: Type.String(), remaining_balance: Type.Number() }),
  }),
  response: Received,
})
export const receiveInvoiceStatus = ofProvider({
  method: 'POST',
  access: 'webhook',
  path: '/webhook/stripe/invoice-status',
  summary: 'Receives a notice from the payment provider that an invoice was paid',
  headers: StripeSignature,
  body: Type.Object({
    id: Type.String(),
    object: oneOf(['event']),
    type: oneOf(['invoice.paid']),
    data: Type.Object({ object: Type.Record(Type.String(), Type.Unknown()) }),
  }),
  response: Received,
})
export const receiveSubscription = ofProvider({
  method: 'POST',
  access: 'webhook',
  path: '/webhook/stripe/subscription',
  summary: 'Receives a notice from the payment provider about a subscription',
  headers: StripeSignature,
  body: Type.Object({ id: Type.String(), type: Type.String() }),
  response: Received,
})
