import Type, { type Static, type TObject, type TSchema } from 'typebox';
export declare const SubscriptionTier: Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">;
export type SubscriptionTier = Static<typeof SubscriptionTier>;
export declare const SubscriptionDuration: Type.TUnsafe<"ANNUAL" | "MONTHLY">;
/** A user who uses paid services. */
export declare const Customer: TObject<{
    id: Type.TString;
    email: Type.TString;
    name: Type.TString;
    createdAt: Type.TString;
    updatedAt: Type.TString;
    is_admin: Type.TBoolean;
    stripe_id: Type.TOptional<Type.TString>;
    metronome_id: Type.TOptional<Type.TString>;
    has_fund: Type.TBoolean;
    subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
}>;
export type Customer = Static<typeof Customer>;
export declare const CustomerAdmin: TObject<{
    id: Type.TString;
    email: Type.TString;
    name: Type.TString;
    createdAt: Type.TString;
    updatedAt: Type.TString;
    is_admin: Type.TBoolean;
    stripe_id: Type.TOptional<Type.TString>;
    metronome_id: Type.TOptional<Type.TString>;
    has_fund: Type.TBoolean;
    subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
    cloud_subscription_is_active: Type.TBoolean;
    cloud_subscription_subscription_id: Type.TOptional<Type.TString>;
    cloud_subscription_renewal_date: Type.TOptional<Type.TString>;
    cloud_subscription_end_date: Type.TOptional<Type.TString>;
}>;
export type CustomerAdmin = Static<typeof CustomerAdmin>;
/** Amounts are millionths of the currency unit. */
export declare const Balance: TObject<{
    amount_micros: Type.TNumber;
    currency: Type.TString;
    prepaid_balance_micros: Type.TNumber;
    cloud_credit_balance_micros: Type.TNumber;
}>;
export type Balance = Static<typeof Balance>;
export declare const customerEventTypes: readonly ['account_created', 'credit_added', 'api_usage_started', 'api_usage_completed'];
export declare const CustomerEvent: TObject<{
    event_type: Type.TString;
    event_id: Type.TString;
    params: Type.TRecord<"^.*$", Type.TUnknown>;
    createdAt: Type.TString;
}>;
export type CustomerEvent = Static<typeof CustomerEvent>;
export declare const ApiKey: TObject<{
    id: Type.TString;
    name: Type.TString;
    description: Type.TString;
    key_prefix: Type.TString;
    created_at: Type.TString;
}>;
export type ApiKey = Static<typeof ApiKey>;
export declare const NewApiKey: TObject<{
    id: Type.TString;
    name: Type.TString;
    description: Type.TString;
    key_prefix: Type.TString;
    created_at: Type.TString;
    plaintext_key: Type.TString;
}>;
export type NewApiKey = Static<typeof NewApiKey>;
export declare const createCustomer: import("./route.ts").Route<TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    email: Type.TString;
    name: Type.TString;
    createdAt: Type.TString;
    updatedAt: Type.TString;
    is_admin: Type.TBoolean;
    stripe_id: Type.TOptional<Type.TString>;
    metronome_id: Type.TOptional<Type.TString>;
    has_fund: Type.TBoolean;
    subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
}>, TObject<Record<never, never>>>;
export declare const listCustomers: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    page: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
    email: Type.TOptional<Type.TString>;
    name: Type.TOptional<Type.TString>;
    stripe_id: Type.TOptional<Type.TString>;
    metronome_id: Type.TOptional<Type.TString>;
}>, TObject<Record<never, never>>, TObject<{
    total: Type.TInteger;
    page: Type.TInteger;
    limit: Type.TInteger;
    totalPages: Type.TInteger;
    customers: Type.TArray<TObject<{
        id: Type.TString;
        email: Type.TString;
        name: Type.TString;
        createdAt: Type.TString;
        updatedAt: Type.TString;
        is_admin: Type.TBoolean;
        stripe_id: Type.TOptional<Type.TString>;
        metronome_id: Type.TOptional<Type.TString>;
        has_fund: Type.TBoolean;
        subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
    }>>;
}>, TObject<Record<never, never>>>;
export declare const getOwnCustomer: import("./route.ts").Route<TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    email: Type.TString;
    name: Type.TString;
    createdAt: Type.TString;
    updatedAt: Type.TString;
    is_admin: Type.TBoolean;
    stripe_id: Type.TOptional<Type.TString>;
    metronome_id: Type.TOptional<Type.TString>;
    has_fund: Type.TBoolean;
    subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
}>, TObject<Record<never, never>>>;
export declare const getCustomer: import("./route.ts").Route<TObject<{
    customerId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    customer: TObject<{
        id: Type.TString;
        email: Type.TString;
        name: Type.TString;
        createdAt: Type.TString;
        updatedAt: Type.TString;
        is_admin: Type.TBoolean;
        stripe_id: Type.TOptional<Type.TString>;
        metronome_id: Type.TOptional<Type.TString>;
        has_fund: Type.TBoolean;
        subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
        cloud_subscription_is_active: Type.TBoolean;
        cloud_subscription_subscription_id: Type.TOptional<Type.TString>;
        cloud_subscription_renewal_date: Type.TOptional<Type.TString>;
        cloud_subscription_end_date: Type.TOptional<Type.TString>;
    }>;
}>, TObject<Record<never, never>>>;
export declare const listApiKeys: import("./route.ts").Route<TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    api_keys: Type.TArray<TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        key_prefix: Type.TString;
        created_at: Type.TString;
    }>>;
}>, TObject<Record<never, never>>>;
export declare const createApiKey: import("./route.ts").Route<TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    name: Type.TString;
    description: Type.TOptional<Type.TString>;
}>, TObject<{
    api_key: TObject<{
        id: Type.TString;
        name: Type.TString;
        description: Type.TString;
        key_prefix: Type.TString;
        created_at: Type.TString;
        plaintext_key: Type.TString;
    }>;
}>, TObject<Record<never, never>>>;
export declare const deleteApiKey: import("./route.ts").Route<TObject<{
    apiKeyId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, Type.TNull, TObject<Record<never, never>>>;
export declare const getOwnBalance: import("./route.ts").Route<TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    amount_micros: Type.TNumber;
    currency: Type.TString;
    prepaid_balance_micros: Type.TNumber;
    cloud_credit_balance_micros: Type.TNumber;
}>, TObject<Record<never, never>>>;
export declare const getBalance: import("./route.ts").Route<TObject<{
    customerId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    amount_micros: Type.TNumber;
    currency: Type.TString;
    prepaid_balance_micros: Type.TNumber;
    cloud_credit_balance_micros: Type.TNumber;
}>, TObject<Record<never, never>>>;
export declare const listOwnEvents: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    page: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
    filter: Type.TOptional<Type.TString>;
    start_date: Type.TOptional<Type.TString>;
    end_date: Type.TOptional<Type.TString>;
}>, TObject<Record<never, never>>, TObject<{
    total: Type.TInteger;
    page: Type.TInteger;
    limit: Type.TInteger;
    totalPages: Type.TInteger;
    events: Type.TArray<TObject<{
        event_type: Type.TString;
        event_id: Type.TString;
        params: Type.TRecord<"^.*$", Type.TUnknown>;
        createdAt: Type.TString;
    }>>;
}>, TObject<Record<never, never>>>;
export declare const listEvents: import("./route.ts").Route<TObject<{
    customerId: Type.TString;
}>, TObject<{
    page: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
    filter: Type.TOptional<Type.TString>;
    start_date: Type.TOptional<Type.TString>;
    end_date: Type.TOptional<Type.TString>;
}>, TObject<Record<never, never>>, TObject<{
    total: Type.TInteger;
    page: Type.TInteger;
    limit: Type.TInteger;
    totalPages: Type.TInteger;
    events: Type.TArray<TObject<{
        event_type: Type.TString;
        event_id: Type.TString;
        params: Type.TRecord<"^.*$", Type.TUnknown>;
        createdAt: Type.TString;
    }>>;
}>, TObject<Record<never, never>>>;
export declare const recordUsage: import("./route.ts").Route<TObject<{
    customerId: Type.TString;
}>, TObject<Record<never, never>>, TObject<{
    transaction_id: Type.TString;
    params: TObject<{
        amount_micros: Type.TOptional<Type.TInteger>;
        api_name: Type.TOptional<Type.TString>;
        model: Type.TOptional<Type.TString>;
    }>;
    timestamp: Type.TOptional<Type.TString>;
}>, TObject<{
    message: Type.TString;
}>, TObject<{
    'x-comfy-admin-secret': Type.TOptional<Type.TString>;
}>>;
export declare const verifyApiKey: import("./route.ts").Route<TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    api_key: Type.TString;
}>, TObject<{
    valid: Type.TBoolean;
    firebase_uid: Type.TString;
    email: Type.TString;
    name: Type.TString;
    is_admin: Type.TBoolean;
}>, TObject<Record<never, never>>>;
export declare const getBalanceForService: import("./route.ts").Route<TObject<{
    customerId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    amount_micros: Type.TNumber;
    currency: Type.TString;
    prepaid_balance_micros: Type.TNumber;
    cloud_credit_balance_micros: Type.TNumber;
}>, TObject<Record<never, never>>>;
export declare const SubscriptionStatus: TObject<{
    is_active: Type.TBoolean;
    subscription_id: Type.TOptional<Type.TString>;
    subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
    subscription_duration: Type.TOptional<Type.TUnsafe<"ANNUAL" | "MONTHLY">>;
    has_fund: Type.TBoolean;
    renewal_date: Type.TOptional<Type.TString>;
    end_date: Type.TOptional<Type.TString>;
}>;
/** `amount_off` is in cents, `redeem_by` in seconds since 1970. */
export declare const Coupon: TObject<{
    id: Type.TString;
    duration: Type.TUnsafe<"forever" | "once" | "repeating">;
    valid: Type.TBoolean;
    name: Type.TOptional<Type.TString>;
    percent_off: Type.TOptional<Type.TNumber>;
    amount_off: Type.TOptional<Type.TInteger>;
    currency: Type.TOptional<Type.TString>;
    duration_in_months: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    times_redeemed: Type.TOptional<Type.TInteger>;
    redeem_by: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>;
/** `expires_at` is in seconds since 1970. */
export declare const PromoCode: TObject<{
    id: Type.TString;
    code: Type.TString;
    coupon_id: Type.TString;
    active: Type.TBoolean;
    expires_at: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    times_redeemed: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>;
export declare const buyCredit: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    amount_micros: Type.TInteger;
    currency: Type.TString;
}>, TObject<{
    checkout_url: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const openBillingPortal: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    return_url: Type.TOptional<Type.TString>;
    target_tier: Type.TOptional<Type.TUnsafe<"creator" | "creator-yearly" | "pro" | "pro-yearly" | "standard" | "standard-yearly">>;
}>, TObject<{
    billing_portal_url: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const openUsageDashboard: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    dashboard_type: Type.TOptional<Type.TUnsafe<"commits_and_credits" | "credits" | "invoices" | "usage">>;
    color_overrides: Type.TOptional<Type.TArray<TObject<{
        name: Type.TString;
        value: Type.TString;
    }>>>;
}>, TObject<{
    url: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const createStorageResource: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    file_name: Type.TString;
    content_type: Type.TOptional<Type.TString>;
    file_hash: Type.TOptional<Type.TString>;
}>, TObject<{
    download_url: Type.TString;
    upload_url: Type.TString;
    expires_at: Type.TString;
    existing_file: Type.TBoolean;
}>, TObject<Record<never, never>>>;
export declare const getSubscriptionStatus: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<Record<never, never>>, TObject<{
    is_active: Type.TBoolean;
    subscription_id: Type.TOptional<Type.TString>;
    subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
    subscription_duration: Type.TOptional<Type.TUnsafe<"ANNUAL" | "MONTHLY">>;
    has_fund: Type.TBoolean;
    renewal_date: Type.TOptional<Type.TString>;
    end_date: Type.TOptional<Type.TString>;
}>, TObject<Record<never, never>>>;
export declare const checkOutSubscription: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    ga_client_id: Type.TOptional<Type.TString>;
    ga_session_id: Type.TOptional<Type.TString>;
    ga_session_number: Type.TOptional<Type.TString>;
    gclid: Type.TOptional<Type.TString>;
    gbraid: Type.TOptional<Type.TString>;
    wbraid: Type.TOptional<Type.TString>;
    utm_source: Type.TOptional<Type.TString>;
    utm_medium: Type.TOptional<Type.TString>;
    utm_campaign: Type.TOptional<Type.TString>;
    utm_term: Type.TOptional<Type.TString>;
    utm_content: Type.TOptional<Type.TString>;
    im_ref: Type.TOptional<Type.TString>;
}>, TObject<{
    checkout_url: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const checkOutTier: import("./route.ts").Route<TObject<{
    tier: Type.TUnsafe<"creator" | "creator-yearly" | "pro" | "pro-yearly" | "standard" | "standard-yearly">;
}>, TSchema, TObject<{
    ga_client_id: Type.TOptional<Type.TString>;
    ga_session_id: Type.TOptional<Type.TString>;
    ga_session_number: Type.TOptional<Type.TString>;
    gclid: Type.TOptional<Type.TString>;
    gbraid: Type.TOptional<Type.TString>;
    wbraid: Type.TOptional<Type.TString>;
    utm_source: Type.TOptional<Type.TString>;
    utm_medium: Type.TOptional<Type.TString>;
    utm_campaign: Type.TOptional<Type.TString>;
    utm_term: Type.TOptional<Type.TString>;
    utm_content: Type.TOptional<Type.TString>;
    im_ref: Type.TOptional<Type.TString>;
}>, TObject<{
    checkout_url: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const listCoupons: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<Record<never, never>>, TObject<{
    coupons: Type.TArray<TObject<{
        id: Type.TString;
        duration: Type.TUnsafe<"forever" | "once" | "repeating">;
        valid: Type.TBoolean;
        name: Type.TOptional<Type.TString>;
        percent_off: Type.TOptional<Type.TNumber>;
        amount_off: Type.TOptional<Type.TInteger>;
        currency: Type.TOptional<Type.TString>;
        duration_in_months: Type.TOptional<Type.TInteger>;
        max_redemptions: Type.TOptional<Type.TInteger>;
        times_redeemed: Type.TOptional<Type.TInteger>;
        redeem_by: Type.TOptional<Type.TInteger>;
        metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
    }>>;
    has_more: Type.TBoolean;
}>, TObject<Record<never, never>>>;
export declare const createCoupon: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    name: Type.TOptional<Type.TString>;
    duration: Type.TOptional<Type.TUnsafe<"forever" | "once" | "repeating">>;
    percent_off: Type.TOptional<Type.TNumber>;
    amount_off: Type.TOptional<Type.TInteger>;
    currency: Type.TOptional<Type.TUnsafe<"usd">>;
    duration_in_months: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<{
    id: Type.TString;
    duration: Type.TUnsafe<"forever" | "once" | "repeating">;
    valid: Type.TBoolean;
    name: Type.TOptional<Type.TString>;
    percent_off: Type.TOptional<Type.TNumber>;
    amount_off: Type.TOptional<Type.TInteger>;
    currency: Type.TOptional<Type.TString>;
    duration_in_months: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    times_redeemed: Type.TOptional<Type.TInteger>;
    redeem_by: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<Record<never, never>>>;
export declare const getCoupon: import("./route.ts").Route<TObject<{
    couponId: Type.TString;
}>, TSchema, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    duration: Type.TUnsafe<"forever" | "once" | "repeating">;
    valid: Type.TBoolean;
    name: Type.TOptional<Type.TString>;
    percent_off: Type.TOptional<Type.TNumber>;
    amount_off: Type.TOptional<Type.TInteger>;
    currency: Type.TOptional<Type.TString>;
    duration_in_months: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    times_redeemed: Type.TOptional<Type.TInteger>;
    redeem_by: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<Record<never, never>>>;
export declare const updateCoupon: import("./route.ts").Route<TObject<{
    couponId: Type.TString;
}>, TSchema, TObject<{
    name: Type.TOptional<Type.TString>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<{
    id: Type.TString;
    duration: Type.TUnsafe<"forever" | "once" | "repeating">;
    valid: Type.TBoolean;
    name: Type.TOptional<Type.TString>;
    percent_off: Type.TOptional<Type.TNumber>;
    amount_off: Type.TOptional<Type.TInteger>;
    currency: Type.TOptional<Type.TString>;
    duration_in_months: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    times_redeemed: Type.TOptional<Type.TInteger>;
    redeem_by: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<Record<never, never>>>;
export declare const deleteCoupon: import("./route.ts").Route<TObject<{
    couponId: Type.TString;
}>, TSchema, TObject<Record<never, never>>, TObject<{
    message: Type.TString;
    coupon_id: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const listPromoCodes: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<Record<never, never>>, TObject<{
    promo_codes: Type.TArray<TObject<{
        id: Type.TString;
        code: Type.TString;
        coupon_id: Type.TString;
        active: Type.TBoolean;
        expires_at: Type.TOptional<Type.TInteger>;
        max_redemptions: Type.TOptional<Type.TInteger>;
        times_redeemed: Type.TOptional<Type.TInteger>;
        metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
    }>>;
    has_more: Type.TBoolean;
}>, TObject<Record<never, never>>>;
export declare const createPromoCode: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    coupon_id: Type.TString;
    expire_days: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
}>, TObject<{
    id: Type.TString;
    code: Type.TString;
    coupon_id: Type.TString;
    active: Type.TBoolean;
    expires_at: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    times_redeemed: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<Record<never, never>>>;
export declare const getPromoCode: import("./route.ts").Route<TObject<{
    promoCodeId: Type.TString;
}>, TSchema, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    code: Type.TString;
    coupon_id: Type.TString;
    active: Type.TBoolean;
    expires_at: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    times_redeemed: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<Record<never, never>>>;
export declare const updatePromoCode: import("./route.ts").Route<TObject<{
    promoCodeId: Type.TString;
}>, TSchema, TObject<{
    active: Type.TOptional<Type.TBoolean>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<{
    id: Type.TString;
    code: Type.TString;
    coupon_id: Type.TString;
    active: Type.TBoolean;
    expires_at: Type.TOptional<Type.TInteger>;
    max_redemptions: Type.TOptional<Type.TInteger>;
    times_redeemed: Type.TOptional<Type.TInteger>;
    metadata: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
}>, TObject<Record<never, never>>>;
export declare const deletePromoCode: import("./route.ts").Route<TObject<{
    promoCodeId: Type.TString;
}>, TSchema, TObject<Record<never, never>>, TObject<{
    message: Type.TString;
    promo_code_id: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const getSubscriptionForService: import("./route.ts").Route<TObject<{
    customerId: Type.TString;
}>, TSchema, TObject<Record<never, never>>, TObject<{
    is_active: Type.TBoolean;
    subscription_id: Type.TOptional<Type.TString>;
    subscription_tier: Type.TOptional<Type.TUnsafe<"CREATOR" | "FOUNDERS_EDITION" | "FREE" | "PRO" | "STANDARD">>;
    subscription_duration: Type.TOptional<Type.TUnsafe<"ANNUAL" | "MONTHLY">>;
    has_fund: Type.TBoolean;
    renewal_date: Type.TOptional<Type.TString>;
    end_date: Type.TOptional<Type.TString>;
}>, TObject<Record<never, never>>>;
export declare const deletePaymentData: import("./route.ts").Route<TObject<{
    customerId: Type.TString;
}>, TSchema, TObject<Record<never, never>>, TObject<{
    message: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const archiveMeteringData: import("./route.ts").Route<TObject<{
    customerId: Type.TString;
}>, TSchema, TObject<Record<never, never>>, TObject<{
    message: Type.TString;
}>, TObject<Record<never, never>>>;
export declare const receiveZeroBalance: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    id: Type.TString;
    type: Type.TString;
    properties: TObject<{
        customer_id: Type.TString;
        remaining_balance: Type.TNumber;
    }>;
}>, TObject<{}>, TObject<Record<never, never>>>;
export declare const receiveInvoiceStatus: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    id: Type.TString;
    object: Type.TUnsafe<"event">;
    type: Type.TUnsafe<"invoice.paid">;
    data: TObject<{
        object: Type.TRecord<"^.*$", Type.TUnknown>;
    }>;
}>, TObject<{}>, TObject<{
    'stripe-signature': Type.TOptional<Type.TString>;
}>>;
export declare const receiveSubscription: import("./route.ts").Route<TObject<Record<never, never>>, TSchema, TObject<{
    id: Type.TString;
    type: Type.TString;
}>, TObject<{}>, TObject<{
    'stripe-signature': Type.TOptional<Type.TString>;
}>>;
