import Type, { type Static } from 'typebox'

/**
 * Every refusal that a caller can get: a stable code for programs and translations, the status, and a
 * sentence for people who read logs. Sentences that existing clients print verbatim keep their wording.
 * Source: API contract 2.5.
 */
export const errors = {
  invalid_request: { status: 400, message: 'The request is not valid.' },
  malformed_json: { status: 400, message: 'The body is not valid JSON.' },
  unsupported_media_type: { status: 415, message: 'This content type is not supported here.' },
  body_too_large: { status: 413, message: 'The body is too large.' },
  uri_too_long: { status: 414, message: 'The address is too long.' },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  route_not_found: { status: 404, message: 'There is no such address.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  too_many_requests: {
    status: 429,
    message: 'Too many requests. Try again after the time in Retry-After.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
  },
  request_in_progress: { status: 409, message: 'A request with this Idempotency-Key is still running.' },
  error_not_found: { status: 404, message: 'There is no such error code.' },
  internal_error: { status: 500, message: 'Internal Server Error' },
  unavailable: { status: 503, message: 'The registry cannot respond right now. Try again shortly.' },

  missing_credential: { status: 401, message: 'The token is missing for this path.' },
  not_bearer: { status: 401, message: 'The token is not in Bearer format.' },
  invalid_credential: { status: 401, message: 'invalid auth token' },
  user_banned: { status: 403, message: 'user/publisher is banned' },
  not_admin: { status: 403, message: 'User is not admin' },
  email_not_verified: { status: 403, message: 'This e-mail address has not been verified yet.' },
  admin_sign_in_required: { status: 401, message: 'Only a signed-in admin can get an admin token.' },
  admin_token_required: {
    status: 403,
    message: 'This needs an admin token. Get one from /admin/generate-token and send it as the bearer token.',
  },
  not_service: { status: 403, message: 'Only a service of the registry can do that.' },
  last_admin: { status: 409, message: 'The registry needs at least one admin who is not banned.' },
  admin_by_configuration: {
    status: 409,
    message: 'This admin is named in the configuration of the registry. Change it there.',
  },
  user_not_found: { status: 404, message: 'There is no such user.' },

  publisher_not_found: { status: 404, message: 'Publisher Not Found' },
  not_publisher_owner: { status: 403, message: 'Permission denied' },
  publisher_id_invalid: {
    status: 400,
    message:
      'A publisher id starts with a lowercase letter and contains only lowercase letters, digits and hyphens.',
  },
  publisher_id_taken: { status: 400, message: 'This publisher id is already taken.' },
  too_many_publishers: { status: 403, message: 'A user may belong to at most 5 publishers.' },
  publisher_owns_nodes: {
    status: 400,
    message: 'This publisher still owns nodes. Delete or move them first.',
  },
  publisher_is_reserved: { status: 400, message: 'This publisher belongs to the registry itself.' },

  nobody_to_write_to: { status: 409, message: 'No owner of this publisher has an email address.' },
  member_not_found: { status: 404, message: 'There is no such member.' },
  last_owner: { status: 409, message: 'A publisher needs at least one owner.' },
  too_many_members: { status: 409, message: 'This publisher has reached the maximum number of members.' },
  invitation_not_found: { status: 404, message: 'There is no such invitation, or it has expired.' },
  already_member: { status: 409, message: 'You are already a member of this publisher.' },
  too_many_invitations: {
    status: 409,
    message: 'This publisher has reached the maximum number of open invitations.',
  },

  too_many_tokens: { status: 409, message: 'This publisher has reached the maximum number of tokens.' },
  webhook_not_found: { status: 404, message: 'There is no such webhook.' },
  webhook_disabled: { status: 409, message: 'This webhook is turned off.' },
  webhook_url_refused: {
    status: 400,
    message: 'A webhook needs an https address on the public internet, without a user name or a password.',
  },
  too_many_follows: { status: 409, message: 'You follow the maximum number of nodes and publishers.' },
  collection_not_found: { status: 404, message: 'There is no such collection.' },
  not_collection_owner: {
    status: 403,
    message: 'Only the author of this collection and admins can change it.',
  },
  too_many_collections: { status: 409, message: 'You have the maximum number of collections.' },
  collection_full: { status: 409, message: 'This collection has the maximum number of nodes.' },
  too_many_webhooks: { status: 403, message: 'This publisher has too many webhooks.' },
  too_many_pings: { status: 429, message: 'This webhook was tested too often. Try again in a minute.' },
  delivery_not_found: { status: 404, message: 'There is no such delivery.' },
  notification_kind_fixed: { status: 400, message: 'Email about security cannot be turned off.' },

  token_not_found: { status: 404, message: 'There is no such token.' },

  node_not_found: { status: 404, message: 'Node not found' },
  node_banned: { status: 403, message: 'Node Banned' },
  node_id_invalid: {
    status: 400,
    message: 'A node id starts and ends with a letter or digit and contains only letters, digits, . _ and -.',
  },
  node_id_reserved: { status: 400, message: 'This node id is reserved.' },
  node_of_other_publisher: { status: 403, message: 'Permission denied' },
  duplicate_repository: { status: 400, message: 'Failed to create node' },

  node_id_taken: { status: 400, message: 'This node id is already taken.' },
  node_exists: { status: 409, message: 'A node with this id already exists.' },
  repository_in_use: { status: 409, message: 'Another node has this repository.' },
  transition_refused: { status: 409, message: 'The current status does not allow this change.' },
  transfer_not_found: { status: 404, message: 'There is no such offer, or it has expired.' },
  transfer_exists: { status: 409, message: 'This node is already offered to a publisher.' },
  transfer_to_itself: { status: 400, message: 'The node already belongs to this publisher.' },
  node_has_versions: { status: 400, message: 'This node has versions, so it cannot be merged.' },
  node_not_unclaimed: { status: 403, message: 'This node is no longer unclaimed.' },
  repository_unusable: { status: 400, message: 'The node names no repository at the code host.' },
  project_file_not_found: {
    status: 404,
    message: 'The main branch of the repository has no project file.',
  },
  project_file_unreadable: { status: 409, message: 'The project file of the repository cannot be read.' },
  code_host_token_refused: { status: 403, message: 'The code host does not accept this token.' },
  not_repository_admin: {
    status: 403,
    message: 'The user of this token is not an administrator of the repository.',
  },
  code_host_rate_limited: { status: 429, message: 'The code host is limiting requests. Try again later.' },
  code_host_unavailable: { status: 503, message: 'The code host cannot be reached. Try again later.' },

  version_not_found: { status: 404, message: 'This node has no such version.' },
  reading_not_found: {
    status: 404,
    message: 'The registry has not read this commit of the node, or has removed it.',
  },
  repository_address_invalid: {
    status: 400,
    message:
      'This is not the address of a repository, such as github.com/owner/name or github.com/owner/name@COMMIT.',
  },
  repository_address_secret: {
    status: 400,
    message: 'The address contains a user name, password or token. Remove it, and revoke it if it is secret.',
  },
  repository_host_refused: { status: 403, message: 'This registry does not read repositories of this host.' },
  repository_readings_off: { status: 403, message: 'This registry does not read repositories on request.' },
  repository_limit: {
    status: 429,
    message: 'Too many repositories were requested from your network. Try again later.',
  },
  no_installable_version: { status: 404, message: 'This node has no version that can be installed.' },
  version_invalid: {
    status: 400,
    message:
      'A version is three whole numbers up to 9007199254740991, such as 1.2.3, without a pre-release or build part.',
  },
  version_taken: { status: 400, message: 'The node version already exists' },
  version_has_no_archive: { status: 409, message: 'The archive of this version has not arrived.' },
  decision_not_found: { status: 404, message: 'No such decision is in force.' },
  version_changed: { status: 409, message: 'The status of the version has changed.' },
  job_not_found: { status: 404, message: 'There is no such job.' },
  job_not_retryable: { status: 409, message: 'Only jobs that failed or are waiting can be run again.' },
  job_runs: { status: 409, message: 'This job is running. It can be discarded when it ends.' },
  nothing_to_undo: { status: 409, message: 'No decision about this version can be undone.' },
  already_yanked: { status: 409, message: 'This version is already yanked.' },
  not_yanked: { status: 409, message: 'This version is not yanked.' },
  appeal_not_found: { status: 404, message: 'There is no appeal for this version.' },
  appeal_not_possible: {
    status: 409,
    message: 'You can appeal only versions that are flagged or banned.',
  },
  appeal_waits: {
    status: 409,
    message:
      'The moderators have not replied to your last messages yet. Wait for a reply before you write again.',
  },
  appeal_is_long: {
    status: 409,
    message: 'The appeal for this version has reached the maximum number of messages.',
  },
  too_many_identifiers: { status: 400, message: 'At most 1000 identifiers in one request.' },

  publisher_unknown_for_token: { status: 400, message: 'Failed to validate token' },
  device_login_unknown: {
    status: 404,
    message: 'There is no sign-in with this code. It has expired, or the code is wrong.',
  },
  device_login_of_other_publisher: {
    status: 403,
    message: 'The program asks for a token of another publisher.',
  },
  recent_second_factor_required: {
    status: 403,
    message: 'Sign in again with your second factor, then approve the program within 10 minutes.',
  },
  device_login_denied: { status: 403, message: 'The sign-in was refused in the browser.' },
  invalid_publish_token: { status: 401, message: 'Invalid personal access token' },
  publish_token_of_other_publisher: {
    status: 403,
    message: 'Invalid personal access token: it belongs to another publisher',
  },
  publish_token_out_of_scope: {
    status: 403,
    message: 'Invalid personal access token: it is not for this node, or not for this action',
  },
  publisher_banned: { status: 403, message: 'Node Banned' },

  second_factor_required: {
    status: 403,
    message:
      'This node is widely installed, so the account behind the token needs a second factor. ' +
      'Add one in the account settings and publish again, or publish from a CI job (trusted publishing).',
  },
  attestation_invalid: { status: 400, message: 'This Sigstore bundle cannot be verified.' },
  attestation_of_other_archive: {
    status: 400,
    message: 'This Sigstore bundle is valid, but it attests a file other than the archive of this version.',
  },
  too_many_attestations: { status: 409, message: 'This version already has 5 attestations.' },
  attestation_not_found: { status: 404, message: 'This version has no such attestation.' },
  publish_token_used: {
    status: 401,
    message: 'Invalid personal access token: it was valid for one publish, and has been used',
  },

  ci_token_invalid: { status: 401, message: 'This token of a CI service cannot be accepted.' },
  ci_token_used: {
    status: 409,
    message: 'This token was already exchanged. Request a new token from the CI service for each publish.',
  },
  ci_issuer_unknown: { status: 400, message: 'Tokens from this issuer are not accepted.' },
  ci_issuer_unavailable: {
    status: 503,
    message: 'The keys of the CI service cannot be fetched. Try again later.',
  },
  trusted_publisher_not_found: { status: 404, message: 'There is no such trusted publisher.' },
  trusted_publisher_exists: {
    status: 409,
    message: 'This publisher already has the same trusted publisher.',
  },
  trusted_publisher_mismatch: {
    status: 403,
    message: 'This node does not trust this build.',
  },
  too_many_trusted_publishers: {
    status: 409,
    message: 'This publisher has reached the maximum number of trusted publishers.',
  },

  upload_address_invalid: { status: 403, message: 'This upload address is not valid, or has expired.' },
  upload_already_received: { status: 409, message: 'The archive of this version has already been received.' },
  upload_replaced: {
    status: 409,
    message: 'Another upload is replacing the archive of this version.',
  },
  picture_too_large: { status: 413, message: 'A picture has at most 2 MB.' },
  picture_unreadable: {
    status: 400,
    message: 'This is not a picture that the registry can read. Send a complete PNG, JPEG, WebP or GIF file.',
  },
  picture_is_drawing: {
    status: 400,
    message:
      'SVG files can contain scripts, so the registry does not accept them. Send a PNG, JPEG, WebP or GIF file.',
  },
  picture_too_many_pixels: { status: 400, message: 'A picture has at most 40 million pixels.' },
  picture_too_small: {
    status: 400,
    message:
      'The picture is too small or too narrow. An icon or photo needs at least 16 pixels on each side, a banner 120, and the long side is at most four times as long as the short one.',
  },
  upload_empty: { status: 400, message: 'The upload has no bytes.' },
  upload_incomplete: { status: 400, message: 'The upload ended before its announced length.' },
  upload_digest_mismatch: {
    status: 400,
    message: 'The digest of the upload differs from the announced one.',
  },
  upload_size_mismatch: { status: 400, message: 'The size of the upload differs from the announced one.' },
  archive_too_large: { status: 413, message: 'The archive is over the size limit.' },
  archive_refused: { status: 400, message: 'The archive cannot be accepted.' },
  archive_not_found: { status: 404, message: 'There is no such archive.' },

  invalid_api_key: { status: 401, message: 'invalid API key' },
  api_key_cannot_manage_keys: {
    status: 403,
    message: 'An API key cannot create or delete API keys. Sign in to do that.',
  },
  customer_not_found: { status: 404, message: 'There is no such customer. Create one with POST /customers.' },
  api_key_not_found: { status: 404, message: 'There is no such API key.' },
  too_many_api_keys: { status: 400, message: 'This customer has reached the maximum number of API keys.' },
  insufficient_balance: { status: 400, message: 'The balance is too low for this charge.' },
  charge_differs: {
    status: 400,
    message: 'A charge with this transaction id already exists, for another customer or amount.',
  },
  coupon_not_found: { status: 404, message: 'There is no such coupon.' },
  promo_code_not_found: { status: 404, message: 'There is no such promotion code.' },
  not_configured: { status: 501, message: 'This registry is not configured for that.' },

  service_not_configured: { status: 503, message: 'This registry has no access to that service.' },
  service_unreachable: { status: 502, message: 'The service cannot be reached.' },
  service_broken: { status: 502, message: 'The service returned an invalid response.' },
  service_timeout: { status: 504, message: 'The service did not respond in time.' },
  service_paused: {
    status: 503,
    message: 'The service has failed several times, so requests to it are paused.',
  },
  too_many_at_once: { status: 429, message: 'Too many concurrent requests. Wait for one to finish.' },

  invalid_signature: { status: 401, message: 'The signature does not match the body.' },
  delivery_not_understood: { status: 422, message: 'This event is not supported.' },
  ci_result_not_found: { status: 404, message: 'There is no such result.' },

  comfy_nodes_exist: { status: 409, message: 'The comfy-nodes of this version are already known.' },
  report_not_found: { status: 404, message: 'There is no such report.' },
  report_closed: { status: 409, message: 'This report is already closed.' },
  report_limit: {
    status: 429,
    message:
      'Moderators have enough reports about this node for now. Sign in to add yours, or try again later.',
  },
  catalogue_not_made: { status: 503, message: 'No catalog has been built yet. Try again shortly.' },
  dataset_not_made: { status: 503, message: 'No dataset has been made yet. One is made every night.' },
  dataset_file_not_found: {
    status: 404,
    message: 'This file of the dataset does not exist, or has expired. Request the latest one.',
  },
  python_index_not_read: {
    status: 404,
    message: 'This registry has no slice of the Python package index.',
  },
  catalogue_file_not_found: {
    status: 404,
    message: 'This catalog file does not exist, or has expired. Request the latest one.',
  },
  advisory_not_found: { status: 404, message: 'There is no such advisory.' },
  advisory_withdrawn: { status: 409, message: 'This advisory has been withdrawn.' },
  advisory_range_invalid: {
    status: 400,
    message: 'A range ends after it begins, with either `fixed` or `last_affected`.',
  },
  advisory_hits_nothing: {
    status: 400,
    message: 'An advisory names versions, ranges or digests.',
  },
  version_killed: {
    status: 403,
    message: 'This version must not be installed. See the advisory for the reason.',
  },
  version_held: {
    status: 403,
    message:
      'This version is held for review. Only its publisher and moderators can install it or see what is in it until then.',
  },
  rescan_not_found: { status: 404, message: 'There is no such rescan.' },
  rescan_not_ready: {
    status: 409,
    message: 'Only a completed rescan with the current rules can be applied.',
  },
  job_in_progress: { status: 409, message: 'The same job is already in progress.' },
  workflow_file_unreachable: {
    status: 422,
    message: 'The file cannot be fetched. Only public https addresses work, up to 20 MiB.',
  },
  workflow_file_without_workflow: { status: 422, message: 'The file contains no workflow.' },
  comfy_node_built_in: {
    status: 404,
    message: 'This comfy-node belongs to the tool itself. Update the tool if it is missing.',
  },
  replacement_not_found: { status: 404, message: 'There is no such replacement.' },
  replacement_invalid: { status: 400, message: 'A replacement needs two different names.' },
  comfy_node_not_found: { status: 404, message: 'No node provides a comfy-node of this name.' },
  workflow_not_found: { status: 404, message: 'This version has no workflow at this place.' },
} as const

export type ErrorCode = keyof typeof errors

/** When to retry after a temporary refusal, in seconds, if nothing better is known. */
export const retryAfterSeconds: Readonly<Partial<Record<ErrorCode, number>>> = {
  too_many_requests: 1,
  report_limit: 3600,
  repository_limit: 3600,
  request_in_progress: 1,
  unavailable: 5,
  catalogue_not_made: 5,
  dataset_not_made: 3600,
  code_host_rate_limited: 60,
  code_host_unavailable: 30,
  ci_issuer_unavailable: 30,
  service_paused: 30,
  too_many_at_once: 1,
}

/**
 * The body of every refusal. `message` is for people, `error` is an {@link ErrorCode}; the rest says where and
 * by how much, when that is known. A superset of the three shapes in use. Source: API contract 2.5.
 */
export const Problem = Type.Object({
  error: Type.String({ description: 'A stable code.' }),
  message: Type.String({ description: 'One sentence for people, without line breaks.' }),
  details: Type.Optional(Type.Array(Type.String())),
  field: Type.Optional(Type.String({ description: 'The part of the request that was refused.' })),
  limit: Type.Optional(Type.Number({ description: 'The limit that was exceeded.' })),
})
export type Problem = Static<typeof Problem>

/** The same for callers that accept `application/problem+json`. Source: RFC 9457. */
export const ProblemDetails = Type.Object({
  type: Type.String({ description: 'URL of the documentation of the code.' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String({ description: 'Identifies this refusal, also in the log.' }),
  code: Type.String({ description: 'A stable code.' }),
  details: Problem.properties.details,
  field: Problem.properties.field,
  limit: Problem.properties.limit,
})
