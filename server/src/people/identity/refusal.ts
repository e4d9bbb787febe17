/** The error codes of the identity protocol that the browser's sign-in client knows. `LAST_ADMIN` and `LAST_OWNER` are our additions. */
export type RefusalCode =
  | 'ADMIN_ONLY_OPERATION'
  | 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  | 'EMAIL_EXISTS'
  | 'EXPIRED_OOB_CODE'
  | 'FEDERATED_USER_ID_ALREADY_LINKED'
  | 'INTERNAL_ERROR'
  | 'INVALID_ARGUMENT'
  | 'INVALID_CODE'
  | 'INVALID_CONTINUE_URI'
  | 'INVALID_EMAIL'
  | 'INVALID_IDP_RESPONSE'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_MFA_PENDING_CREDENTIAL'
  | 'INVALID_OOB_CODE'
  | 'INVALID_PHONE_NUMBER'
  | 'INVALID_REFRESH_TOKEN'
  | 'INVALID_SESSION_INFO'
  | 'INVALID_TEMPORARY_PROOF'
  | 'LAST_ADMIN'
  | 'LAST_OWNER'
  | 'MFA_ENROLLMENT_NOT_FOUND'
  | 'MISSING_EMAIL'
  | 'MISSING_MFA_ENROLLMENT_ID'
  | 'MISSING_MFA_PENDING_CREDENTIAL'
  | 'MISSING_OOB_CODE'
  | 'MISSING_PASSWORD'
  | 'MISSING_PHONE_NUMBER'
  | 'MISSING_SESSION_INFO'
  | 'OPERATION_NOT_ALLOWED'
  | 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'
  | 'PROVIDER_ALREADY_LINKED'
  | 'SECOND_FACTOR_EXISTS'
  | 'SECOND_FACTOR_LIMIT_EXCEEDED'
  | 'SESSION_EXPIRED'
  | 'TOKEN_EXPIRED'
  | 'TOO_MANY_ATTEMPTS_TRY_LATER'
  | 'UNAUTHORIZED-DOMAIN'
  | 'UNAUTHORIZED_DOMAIN'
  | 'UNAVAILABLE'
  | 'UNVERIFIED_EMAIL'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'

/** An error of the identity protocol. The client shows `detail` instead of its own text. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly retryAfterSeconds: number | undefined
  /** Additional members of the error response. */
  readonly extra: object

  constructor(
    code: RefusalCode,
    {
      detail,
      retryAfterSeconds,
      extra,
    }: { detail?: string; retryAfterSeconds?: number; extra?: object } = {},
  ) {
    super(detail ? `${code} : ${detail}` : code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.extra = extra ?? {}
  }
}
