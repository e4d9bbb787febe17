import Type, { type Static } from 'typebox';
/**
 * Every refusal a caller can meet: a stable code for programs and translations, the status, and a sentence
 * for people who read logs. Sentences that existing clients print verbatim keep their wording.
 * Source: API contract 2.5.
 */
export declare const errors: {
    readonly invalid_request: {
        readonly status: 400;
        readonly message: 'The request is not valid.';
    };
    readonly malformed_json: {
        readonly status: 400;
        readonly message: 'The body is not valid JSON.';
    };
    readonly unsupported_media_type: {
        readonly status: 415;
        readonly message: 'This kind of body is not understood here.';
    };
    readonly body_too_large: {
        readonly status: 413;
        readonly message: 'The body is too large.';
    };
    readonly uri_too_long: {
        readonly status: 414;
        readonly message: 'The address is too long.';
    };
    readonly headers_too_large: {
        readonly status: 431;
        readonly message: 'The request headers are too large.';
    };
    readonly request_timeout: {
        readonly status: 408;
        readonly message: 'The request took too long to arrive.';
    };
    readonly route_not_found: {
        readonly status: 404;
        readonly message: 'There is no such address.';
    };
    readonly method_not_allowed: {
        readonly status: 405;
        readonly message: 'This address does not answer that method.';
    };
    readonly too_many_requests: {
        readonly status: 429;
        readonly message: 'Too many requests. Try again after the time that Retry-After says.';
    };
    readonly idempotency_key_reused: {
        readonly status: 422;
        readonly message: 'This Idempotency-Key was used for another request.';
    };
    readonly request_in_progress: {
        readonly status: 409;
        readonly message: 'A request with this Idempotency-Key is still running.';
    };
    readonly error_not_found: {
        readonly status: 404;
        readonly message: 'There is no such error code.';
    };
    readonly internal_error: {
        readonly status: 500;
        readonly message: 'Internal Server Error';
    };
    readonly unavailable: {
        readonly status: 503;
        readonly message: 'The registry cannot answer right now. Try again shortly.';
    };
    readonly missing_credential: {
        readonly status: 401;
        readonly message: 'The token is missing for this path.';
    };
    readonly not_bearer: {
        readonly status: 401;
        readonly message: 'The token is not in Bearer format.';
    };
    readonly invalid_credential: {
        readonly status: 401;
        readonly message: 'invalid auth token';
    };
    readonly user_banned: {
        readonly status: 403;
        readonly message: 'user/publisher is banned';
    };
    readonly not_admin: {
        readonly status: 403;
        readonly message: 'User is not admin';
    };
    readonly email_not_verified: {
        readonly status: 403;
        readonly message: 'This e-mail address has not been verified yet.';
    };
    readonly admin_sign_in_required: {
        readonly status: 401;
        readonly message: 'Only an admin who is signed in gets an admin token.';
    };
    readonly admin_token_required: {
        readonly status: 403;
        readonly message: 'This needs an admin token: ask for one at /admin/generate-token and send it as the bearer token.';
    };
    readonly not_service: {
        readonly status: 403;
        readonly message: 'Only a service of the registry may do that.';
    };
    readonly user_not_found: {
        readonly status: 404;
        readonly message: 'There is no such user.';
    };
    readonly publisher_not_found: {
        readonly status: 404;
        readonly message: 'Publisher Not Found';
    };
    readonly not_publisher_owner: {
        readonly status: 403;
        readonly message: 'Permission denied';
    };
    readonly publisher_id_invalid: {
        readonly status: 400;
        readonly message: 'A publisher id starts with a small letter and holds only small letters, digits and hyphens.';
    };
    readonly publisher_id_taken: {
        readonly status: 400;
        readonly message: 'This publisher id is already taken.';
    };
    readonly too_many_publishers: {
        readonly status: 403;
        readonly message: 'A user may belong to at most 5 publishers.';
    };
    readonly publisher_owns_nodes: {
        readonly status: 400;
        readonly message: 'This publisher still owns nodes. Delete or move them first.';
    };
    readonly publisher_is_reserved: {
        readonly status: 400;
        readonly message: 'This publisher belongs to the registry itself.';
    };
    readonly token_not_found: {
        readonly status: 404;
        readonly message: 'There is no such token.';
    };
    readonly node_not_found: {
        readonly status: 404;
        readonly message: 'Node not found';
    };
    readonly node_banned: {
        readonly status: 403;
        readonly message: 'Node Banned';
    };
    readonly node_id_invalid: {
        readonly status: 400;
        readonly message: 'A node id starts and ends with a letter or digit and holds only letters, digits, . _ and -.';
    };
    readonly node_id_reserved: {
        readonly status: 400;
        readonly message: 'This node id is reserved.';
    };
    readonly node_of_other_publisher: {
        readonly status: 403;
        readonly message: 'Permission denied';
    };
    readonly duplicate_repository: {
        readonly status: 400;
        readonly message: 'Failed to create node';
    };
    readonly version_not_found: {
        readonly status: 404;
        readonly message: 'This node has no such version.';
    };
    readonly no_installable_version: {
        readonly status: 404;
        readonly message: 'This node has no version that can be installed.';
    };
    readonly version_invalid: {
        readonly status: 400;
        readonly message: 'A version is three whole numbers, such as 1.2.3, without a pre-release or build part.';
    };
    readonly version_taken: {
        readonly status: 400;
        readonly message: 'The node version already exists';
    };
    readonly too_many_identifiers: {
        readonly status: 400;
        readonly message: 'At most 1000 identifiers in one request.';
    };
    readonly publisher_unknown_for_token: {
        readonly status: 400;
        readonly message: 'Failed to validate token';
    };
    readonly invalid_publish_token: {
        readonly status: 401;
        readonly message: 'Invalid personal access token';
    };
    readonly publish_token_of_other_publisher: {
        readonly status: 403;
        readonly message: 'Invalid personal access token: it belongs to another publisher';
    };
    readonly publish_token_out_of_scope: {
        readonly status: 403;
        readonly message: 'Invalid personal access token: it is not for this node, or not for this action';
    };
    readonly publisher_banned: {
        readonly status: 403;
        readonly message: 'Node Banned';
    };
    readonly upload_address_invalid: {
        readonly status: 403;
        readonly message: 'This upload address is not valid, or has expired.';
    };
    readonly upload_already_received: {
        readonly status: 409;
        readonly message: 'The archive of this version has already been received.';
    };
    readonly upload_empty: {
        readonly status: 400;
        readonly message: 'The upload has no bytes.';
    };
    readonly upload_incomplete: {
        readonly status: 400;
        readonly message: 'The upload ended before its announced length.';
    };
    readonly upload_digest_mismatch: {
        readonly status: 400;
        readonly message: 'The upload does not have the digest that was announced.';
    };
    readonly upload_size_mismatch: {
        readonly status: 400;
        readonly message: 'The upload does not have the size that was announced.';
    };
    readonly archive_too_large: {
        readonly status: 413;
        readonly message: 'The archive is over the size limit.';
    };
    readonly archive_refused: {
        readonly status: 400;
        readonly message: 'The archive cannot be accepted.';
    };
    readonly archive_not_found: {
        readonly status: 404;
        readonly message: 'There is no such archive.';
    };
    readonly invalid_api_key: {
        readonly status: 401;
        readonly message: 'invalid API key';
    };
    readonly customer_not_found: {
        readonly status: 404;
        readonly message: 'There is no such customer. Create one by POST /customers.';
    };
    readonly api_key_not_found: {
        readonly status: 404;
        readonly message: 'There is no such API key.';
    };
    readonly too_many_api_keys: {
        readonly status: 400;
        readonly message: 'This customer has as many API keys as one may have.';
    };
    readonly insufficient_balance: {
        readonly status: 400;
        readonly message: 'The balance is too low for this charge.';
    };
    readonly charge_differs: {
        readonly status: 400;
        readonly message: 'A charge with this transaction id has been made already, for another customer or amount.';
    };
    readonly not_configured: {
        readonly status: 501;
        readonly message: 'This registry is not set up for that.';
    };
    readonly service_not_configured: {
        readonly status: 503;
        readonly message: 'This registry has no access to that service.';
    };
    readonly service_unreachable: {
        readonly status: 502;
        readonly message: 'The service cannot be reached.';
    };
    readonly service_broken: {
        readonly status: 502;
        readonly message: 'The service answered what cannot be passed on.';
    };
    readonly service_timeout: {
        readonly status: 504;
        readonly message: 'The service did not answer in time.';
    };
    readonly service_paused: {
        readonly status: 503;
        readonly message: 'The service has failed several times and is left alone for now.';
    };
    readonly too_many_at_once: {
        readonly status: 429;
        readonly message: 'Too many requests at once. Wait for one to end.';
    };
    readonly invalid_signature: {
        readonly status: 401;
        readonly message: 'The signature does not fit the body.';
    };
    readonly delivery_not_understood: {
        readonly status: 422;
        readonly message: 'This event is not understood.';
    };
    readonly ci_result_not_found: {
        readonly status: 404;
        readonly message: 'There is no such result.';
    };
    readonly comfy_node_not_found: {
        readonly status: 404;
        readonly message: 'No node provides a comfy-node of this name.';
    };
};
export type ErrorCode = keyof typeof errors;
/**
 * The body of every refusal. `message` is for people, `error` is an {@link ErrorCode}; the rest says where and
 * by how much, when that is known. A superset of the three shapes in use. Source: API contract 2.5.
 */
export declare const Problem: Type.TObject<{
    error: Type.TString;
    message: Type.TString;
    details: Type.TOptional<Type.TArray<Type.TString>>;
    field: Type.TOptional<Type.TString>;
    limit: Type.TOptional<Type.TNumber>;
}>;
export type Problem = Static<typeof Problem>;
