import { IdentityProblem } from '../../ground/identity/identity.ts'
import type { Text, TextKey } from '../../ground/texts/texts.ts'

const notSetUp = 'problem_not_set_up'

/** Message keys by SDK error code. Source: specification 8. */
export const problemTexts: Readonly<Record<string, TextKey<'auth'>>> = {
  'wrong-password': 'problem_wrong_password',
  'invalid-credential': 'problem_credential',
  'user-not-found': 'problem_no_user',
  'email-already-in-use': 'problem_email_taken',
  'invalid-email': 'problem_email_invalid',
  'missing-email': 'problem_email_invalid',
  'missing-password': 'problem_password_missing',
  'weak-password': 'problem_password_weak',
  'password-does-not-meet-requirements': 'problem_password_weak',
  'too-many-requests': 'problem_too_many',
  'quota-exceeded': 'problem_too_many',
  'user-disabled': 'problem_disabled',
  'network-request-failed': 'problem_network',
  timeout: 'problem_network',
  'requires-recent-login': 'problem_prove',
  'user-token-expired': 'problem_session_over',
  'invalid-user-token': 'problem_session_over',
  'user-mismatch': 'problem_other_user',
  'multi-factor-auth-required': 'problem_second_factor',
  'missing-multi-factor-info': 'problem_factor_gone',
  'multi-factor-info-not-found': 'problem_factor_gone',
  'missing-multi-factor-session': 'problem_start_over',
  'invalid-multi-factor-session': 'problem_start_over',
  'second-factor-already-in-use': 'problem_factor_known',
  'maximum-second-factor-count-exceeded': 'problem_factors_full',
  'unsupported-first-factor': 'problem_first_factor',
  'unverified-email': 'problem_unverified',
  'invalid-verification-code': 'problem_code',
  'missing-verification-code': 'problem_code',
  'code-expired': 'problem_code_expired',
  'missing-verification-id': 'problem_code_expired',
  'invalid-verification-id': 'problem_code_expired',
  'invalid-phone-number': 'problem_phone',
  'missing-phone-number': 'problem_phone',
  'captcha-check-failed': 'problem_captcha',
  'last-admin': 'problem_last_admin',
  'last-owner': 'problem_last_owner',
  'invalid-action-code': 'problem_link',
  'expired-action-code': 'problem_link',
  'operation-not-allowed': 'problem_method_off',
  'admin-restricted-operation': 'problem_method_off',
  'operation-not-supported-in-this-environment': 'problem_browser',
  'web-storage-unsupported': 'problem_storage',
  'popup-blocked': 'problem_popup_blocked',
  'popup-closed-by-user': 'problem_popup_closed',
  'cancelled-popup-request': 'problem_popup_cancelled',
  'user-cancelled': 'problem_user_cancelled',
  'redirect-cancelled-by-user': 'problem_user_cancelled',
  'invalid-auth-event': 'problem_start_over',
  'account-exists-with-different-credential': 'problem_other_method',
  'credential-already-in-use': 'problem_linked_elsewhere',
  'provider-already-linked': 'problem_linked_already',
  'unauthorized-domain': 'problem_domain',
  'unauthorized-continue-uri': 'problem_domain',
  'invalid-api-key': notSetUp,
  'auth-domain-config-required': notSetUp,
  'argument-error': notSetUp,
  'already-initialized': 'problem_reload',
  'emulator-config-failed': 'problem_reload',
  'dependent-sdk-initialized-before-auth': 'problem_reload',
  'invalid-emulator-scheme': notSetUp,
  'internal-error': 'problem_internal',
}

/** Describes an error and how to proceed, in one sentence. */
export function problemText(t: Text<'auth'>, problem: unknown): string {
  const code = problem instanceof IdentityProblem ? problem.code : codeOfOther(problem)
  const host = typeof location === 'undefined' ? '' : location.host
  return t(problemTexts[code] ?? 'problem_unknown', { code, host })
}

/** `fetch` and `import` throw a TypeError when the server is unreachable. */
function codeOfOther(problem: unknown): string {
  return problem instanceof TypeError ? 'network-request-failed' : 'internal-error'
}
