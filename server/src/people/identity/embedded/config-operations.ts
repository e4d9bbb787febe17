import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { type Operation, operation, toolkit } from './operation.ts'
import { toPolicyAnswer } from './password-policy.ts'
import { embeddedProject } from './project.ts'

const nothing = Type.Object({})

/** Calls that return configuration. */
export function configOperations({ config }: Deps): Operation[] {
  return [
    operation({
      method: 'GET',
      path: `${toolkit}/v1/projects`,
      input: nothing,
      run: async () => ({ projectId: embeddedProject, authorizedDomains: config.authorizedDomains }),
    }),
    operation({
      method: 'GET',
      path: `${toolkit}/v2/passwordPolicy`,
      input: nothing,
      run: async () =>
        config.identity.kind === 'embedded' ? toPolicyAnswer(config.identity.passwordPolicy) : {},
    }),
    operation({
      method: 'GET',
      path: `${toolkit}/v2/recaptchaConfig`,
      input: nothing,
      // The client requires a key name even when captchas are off.
      run: async () => ({
        recaptchaKey: `projects/${embeddedProject}/keys/none`,
        recaptchaEnforcementState: ['EMAIL_PASSWORD_PROVIDER', 'PHONE_PROVIDER'].map((provider) => ({
          provider,
          enforcementState: 'OFF',
        })),
      }),
    }),
    operation({
      method: 'GET',
      path: `${toolkit}/v1/recaptchaParams`,
      input: nothing,
      run: async () => ({ recaptchaSiteKey: '' }),
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:createAuthUri`,
      input: nothing,
      // The sign-in methods of an email are never revealed.
      run: async () => ({ kind: 'identitytoolkit#CreateAuthUriResponse', signinMethods: [] }),
    }),
  ]
}
