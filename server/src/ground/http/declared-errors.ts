import type { Access, ErrorCode, Route } from '@nodeyard/contract/ground'
import type { RegistryError } from '../errors.ts'

const ofEveryRoute: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'uri_too_long',
  'too_many_requests',
  'internal_error',
  'unavailable',
])
const ofBearer: readonly ErrorCode[] = ['missing_credential', 'not_bearer', 'invalid_credential']
const ofAdmin: readonly ErrorCode[] = [...ofBearer, 'not_admin', 'user_banned']
const ofAccess: Record<Access, readonly ErrorCode[]> = {
  public: [],
  'signed-in': ofBearer,
  customer: [...ofBearer, 'invalid_api_key', 'user_banned'],
  admin: ofAdmin,
  'admin-token': [...ofAdmin, 'admin_token_required'],
  service: [...ofBearer, 'not_service'],
  'service-or-admin': [...ofBearer, 'not_service', 'user_banned'],
  'admin-secret': ['missing_credential', 'invalid_credential'],
  'ci-secret': ofBearer,
  webhook: ['invalid_signature'],
  'publish-token': [],
  'public-or-bearer-token': [],
  'signed-in-or-publish-token': ofBearer,
  'signed-in-or-bearer-token': [
    ...ofBearer,
    'invalid_publish_token',
    'publish_token_of_other_publisher',
    'publish_token_out_of_scope',
  ],
  'upload-address': [],
}

const withoutUsers: ReadonlySet<Access> = new Set([
  'admin-secret',
  'ci-secret',
  'webhook',
  'publish-token',
  'upload-address',
])

/** Whether requests of users can carry an `Idempotency-Key`. */
export function takesIdempotencyKey({ method, access }: Route): boolean {
  return method === 'POST' && !withoutUsers.has(access)
}

/** Every error a route can respond with: its own, and those that come with its method and its access. */
export function declaredErrors(route: Route): ErrorCode[] {
  const ofKey: ErrorCode[] = takesIdempotencyKey(route)
    ? ['idempotency_key_reused', 'request_in_progress']
    : []
  return [...new Set([...route.errors, ...ofAccess[route.access], ...ofKey, ...ofEveryRoute])]
}

/** True also for requests outside of any route. */
export function isDeclared(route: Route | undefined, error: RegistryError): boolean {
  return !route || declaredErrors(route).includes(error.code)
}
