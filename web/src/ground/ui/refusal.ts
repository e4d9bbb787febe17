import { type ErrorCode, RegistryRefusal } from '@nodeyard/contract/ground'
import type { Text, TextKey } from '../texts/texts.ts'

/** Texts for refusals that users can act on. Other refusals show the message of the API. */
const refusalTexts: Partial<Record<ErrorCode, TextKey<'forms'>>> = {
  missing_credential: 'refusal_session_over',
  invalid_credential: 'refusal_session_over',
  user_banned: 'refusal_user_banned',
  email_not_verified: 'refusal_email_not_verified',
  too_many_requests: 'refusal_too_many_requests',
  unavailable: 'refusal_unavailable',
  internal_error: 'refusal_internal',
  publisher_not_found: 'refusal_publisher_not_found',
  not_publisher_owner: 'refusal_not_owner',
  publisher_id_invalid: 'refusal_publisher_id_invalid',
  publisher_id_taken: 'refusal_publisher_id_taken',
  too_many_publishers: 'refusal_too_many_publishers',
  publisher_owns_nodes: 'refusal_publisher_owns_nodes',
  publisher_banned: 'refusal_publisher_banned',
  member_not_found: 'refusal_member_not_found',
  last_owner: 'refusal_last_owner',
  too_many_members: 'refusal_too_many_members',
  invitation_not_found: 'refusal_invitation_not_found',
  already_member: 'refusal_already_member',
  too_many_invitations: 'refusal_too_many_invitations',
  too_many_tokens: 'refusal_too_many_tokens',
  trusted_publisher_exists: 'refusal_trusted_exists',
  node_of_other_publisher: 'refusal_foreign_node',
  node_id_reserved: 'refusal_node_id_reserved',
  node_not_found: 'refusal_node_not_found',
  node_banned: 'refusal_node_banned',
  transfer_not_found: 'refusal_transfer_not_found',
  transfer_exists: 'refusal_transfer_exists',
  transfer_to_itself: 'refusal_transfer_to_itself',
  node_not_unclaimed: 'refusal_node_not_unclaimed',
  repository_unusable: 'refusal_repository_unusable',
  repository_in_use: 'refusal_repository_in_use',
  webhook_not_found: 'refusal_webhook_not_found',
  webhook_disabled: 'refusal_webhook_disabled',
  webhook_url_refused: 'refusal_webhook_url',
  too_many_webhooks: 'refusal_too_many_webhooks',
  too_many_pings: 'refusal_too_many_requests',
  code_host_token_refused: 'refusal_code_host_token',
  not_repository_admin: 'refusal_not_repository_admin',
  code_host_rate_limited: 'refusal_code_host_busy',
  device_login_unknown: 'refusal_device_login',
  report_limit: 'refusal_report_limit',
  picture_too_large: 'refusal_picture_too_large',
  picture_unreadable: 'refusal_picture_unreadable',
  picture_is_drawing: 'refusal_picture_drawing',
  picture_too_many_pixels: 'refusal_picture_pixels',
  picture_too_small: 'refusal_picture_small',
  code_host_unavailable: 'refusal_code_host_unavailable',
}

/** Explains a refusal and how to proceed, in one sentence. */
export function refusalText(t: Text<'forms'>, error: unknown): string {
  if (!(error instanceof RegistryRefusal)) {
    // `fetch` throws a TypeError when the server is unreachable.
    return t(error instanceof TypeError ? 'refusal_network' : 'refusal_internal')
  }
  const { error: code, message } = error.problem
  const known = Object.hasOwn(refusalTexts, code) ? refusalTexts[code as ErrorCode] : undefined
  if (known) return t(known)
  return error.status > 500 ? t('refusal_unavailable') : message || t('refusal_internal')
}

/** Fields and limits, in the API's words. */
export function refusalDetails(error: unknown): readonly string[] {
  return error instanceof RegistryRefusal ? (error.problem.details ?? []) : []
}
