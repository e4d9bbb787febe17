import { locales } from '@nodeyard/contract/ground'
import { describe, expect, it } from 'vitest'
import { IdentityProblem } from '../../ground/identity/identity.ts'
import { textsOf } from '../../ground/site/site.test-support.tsx'
import { problemText } from './problem-text.ts'

/** Source: specification 8. */
const specified = [
  ...['wrong-password', 'invalid-credential', 'email-already-in-use', 'user-not-found', 'too-many-requests'],
  ...['user-disabled', 'network-request-failed', 'requires-recent-login', 'multi-factor-auth-required'],
  ...['argument-error', 'internal-error', 'missing-multi-factor-info', 'cancelled-popup-request'],
  ...['operation-not-supported-in-this-environment', 'popup-closed-by-user', 'popup-blocked'],
  ...['web-storage-unsupported', 'unauthorized-domain', 'invalid-auth-event', 'invalid-api-key'],
  ...['auth-domain-config-required', 'already-initialized', 'emulator-config-failed'],
  ...['invalid-emulator-scheme', 'dependent-sdk-initialized-before-auth'],
]

describe('problemText', () => {
  it.each(locales)('describes every specified error in %s', (locale) => {
    const t = textsOf(locale).of('auth')
    for (const code of specified) {
      const text = problemText(t, new IdentityProblem(code, 'x'))
      expect(text, code).not.toBe(t('problem_unknown', { code, host: '' }))
      expect(text.length, code).toBeGreaterThan(8)
    }
  })

  it('includes the code of an unknown error', () => {
    const t = textsOf('en').of('auth')
    expect(problemText(t, new IdentityProblem('brand-new', 'x'))).toContain('brand-new')
  })

  it('blames the connection when the server is unreachable', () => {
    const t = textsOf('en').of('auth')
    expect(problemText(t, new TypeError('fetch failed'))).toContain('Check your connection')
  })
})
