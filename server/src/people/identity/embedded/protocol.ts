import Type, { type TObject } from 'typebox'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import {
  applyMailedCode,
  checkMailedCode,
  requestMail,
  resetPassword,
  signInWithEmailLink,
} from './mailed-actions.ts'
import type { Operation } from './mount-protocol.ts'
import { toPolicyAnswer } from './password.ts'
import { linkPassword, setPassword, signInWithPassword, signUpWithPassword } from './password-account.ts'
import { sendSignInDigits, signInWithPhone } from './phone.ts'
import { deleteAccount, lookUp, updateProfile } from './profile.ts'
import { signInWithProvider } from './provider-sign-in.ts'
import {
  finishEnrolment,
  finishSecondStep,
  startEnrolment,
  startSecondStep,
  withdrawFactor,
} from './second-factor.ts'
import { refreshSession } from './sessions.ts'
import { embeddedProject } from './signing.ts'

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const textOrNull = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))
const token = text(8192)
const credentials = { email: text(320), password: text(4096) }
const toolkit = '/identitytoolkit.googleapis.com'

function operation<Input extends TObject>(definition: Operation<Input>): Operation {
  return definition as unknown as Operation
}

/**
 * The slice of the identity protocol that the browser's client uses. Members that it sends and nobody needs here
 * (`clientType`, `captchaResponse`, …) are let pass.
 */
export function operationsOf(deps: Deps): Operation[] {
  return [
    ...accountOperations(deps),
    ...phoneOperations(deps),
    ...factorOperations(deps),
    ...configOperations(deps),
  ]
}

function accountOperations(deps: Deps): Operation[] {
  return [
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:signUp`,
      input: Type.Object({ ...credentials, displayName: text(255), idToken: token }),
      run: ({ idToken, ...input }, { ip }) =>
        idToken ? linkPassword(deps, { ...input, idToken }, ip) : signUpWithPassword(deps, input, ip),
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:signInWithPassword`,
      input: Type.Object(credentials),
      run: (input, { ip }) => signInWithPassword(deps, input, ip),
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:lookup`,
      input: Type.Object({ idToken: token }),
      run: ({ idToken = '' }) => lookUp(deps, idToken),
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:update`,
      input: Type.Object({
        ...credentials,
        idToken: token,
        displayName: textOrNull(255),
        photoUrl: textOrNull(2048),
        oobCode: text(500),
        deleteAttribute: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
        deleteProvider: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
      }),
      async run({ idToken = '', email, password, oobCode, ...changes }, { ip, locale, browserToken }) {
        if (oobCode) return applyMailedCode(deps, oobCode, { idToken, browserToken, locale })
        // An address is changed by a mail to it.
        if (email)
          throw new Refusal('OPERATION_NOT_ALLOWED', {
            detail: 'A new address is verified before it counts.',
          })
        return password === undefined
          ? updateProfile(deps, idToken, changes)
          : setPassword(deps, idToken, password, ip)
      },
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:delete`,
      input: Type.Object({ idToken: token }),
      run: ({ idToken = '' }) => deleteAccount(deps, idToken),
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:sendOobCode`,
      input: Type.Object({
        requestType: text(50),
        email: text(320),
        newEmail: text(320),
        idToken: token,
        continueUrl: text(2048),
      }),
      run: (input, caller) => requestMail(deps, input, caller),
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:resetPassword`,
      input: Type.Object({ oobCode: text(500), newPassword: text(4096) }),
      async run({ oobCode, newPassword }, { ip }) {
        if (!oobCode) throw new Refusal('MISSING_OOB_CODE')
        return newPassword === undefined
          ? checkMailedCode(deps, oobCode)
          : resetPassword(deps, oobCode, newPassword, ip)
      },
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:signInWithEmailLink`,
      input: Type.Object({ email: text(320), oobCode: text(500), idToken: token }),
      async run({ oobCode, ...input }) {
        if (!oobCode) throw new Refusal('MISSING_OOB_CODE')
        return signInWithEmailLink(deps, { ...input, oobCode })
      },
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:signInWithIdp`,
      input: Type.Object({
        sessionId: textOrNull(500),
        pendingToken: textOrNull(500),
        postBody: textOrNull(20_000),
        idToken: token,
        autoCreate: Type.Optional(Type.Boolean()),
      }),
      async run({ sessionId, pendingToken, postBody, ...input }) {
        const form = new URLSearchParams(postBody ?? '')
        const result = sessionId || pendingToken || form.get('access_token') || form.get('id_token')
        return signInWithProvider(deps, { ...input, result: result || undefined })
      },
    }),
    operation({
      method: 'POST',
      path: '/securetoken.googleapis.com/v1/token',
      input: Type.Object({ grant_type: text(50), refresh_token: token }),
      async run({ grant_type: grant, refresh_token: refreshToken }) {
        if (grant !== 'refresh_token' || !refreshToken) throw new Refusal('INVALID_REFRESH_TOKEN')
        const tokens = await refreshSession(deps, refreshToken)
        return {
          access_token: tokens.idToken,
          id_token: tokens.idToken,
          refresh_token: tokens.refreshToken,
          expires_in: tokens.expiresIn,
          token_type: 'Bearer',
          user_id: tokens.localId,
          project_id: embeddedProject,
        }
      },
    }),
  ]
}

function phoneOperations(deps: Deps): Operation[] {
  return [
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:sendVerificationCode`,
      input: Type.Object({ phoneNumber: text(40) }),
      run: ({ phoneNumber }, caller) => sendSignInDigits(deps, phoneNumber, caller),
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:signInWithPhoneNumber`,
      input: Type.Object({
        sessionInfo: text(500),
        code: text(20),
        temporaryProof: text(500),
        phoneNumber: text(40),
        idToken: token,
        operation: text(20),
      }),
      run: (input, { ip }) => signInWithPhone(deps, input, ip),
    }),
  ]
}

const proofs = {
  phoneVerificationInfo: Type.Optional(Type.Object({ sessionInfo: text(500), code: text(20) })),
  totpVerificationInfo: Type.Optional(Type.Object({ sessionInfo: text(500), verificationCode: text(20) })),
}

function factorOperations(deps: Deps): Operation[] {
  const path = (name: string) => `${toolkit}/v2/accounts/${name}`
  return [
    operation({
      method: 'POST',
      path: path('mfaEnrollment:start'),
      input: Type.Object({
        idToken: token,
        phoneEnrollmentInfo: Type.Optional(Type.Object({ phoneNumber: text(40) })),
        totpEnrollmentInfo: Type.Optional(Type.Object({})),
      }),
      run: (input, caller) => startEnrolment(deps, input, caller),
    }),
    operation({
      method: 'POST',
      path: path('mfaEnrollment:finalize'),
      input: Type.Object({ ...proofs, idToken: token, displayName: textOrNull(255) }),
      run: ({ displayName, ...input }, caller) =>
        finishEnrolment(deps, { ...input, displayName: displayName ?? '' }, caller),
    }),
    operation({
      method: 'POST',
      path: path('mfaEnrollment:withdraw'),
      input: Type.Object({ idToken: token, mfaEnrollmentId: text(100) }),
      run: (input) => withdrawFactor(deps, input),
    }),
    operation({
      method: 'POST',
      path: path('mfaSignIn:start'),
      input: Type.Object({ mfaPendingCredential: text(500), mfaEnrollmentId: text(100) }),
      run: (input, caller) => startSecondStep(deps, input, caller),
    }),
    operation({
      method: 'POST',
      path: path('mfaSignIn:finalize'),
      input: Type.Object({ ...proofs, mfaPendingCredential: text(500), mfaEnrollmentId: text(100) }),
      run: (input, caller) => finishSecondStep(deps, input, caller),
    }),
  ]
}

const nothing = Type.Object({})

function configOperations({ config }: Deps): Operation[] {
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
      // The client wants a key's name also where no provider asks for a captcha.
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
      // Which methods an address has is told to nobody.
      run: async () => ({ kind: 'identitytoolkit#CreateAuthUriResponse', signinMethods: [] }),
    }),
  ]
}
