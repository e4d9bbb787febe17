import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { type Operation, operation, text, textOrNull, token, toolkit } from './operation.ts'
import {
  finishEnrolment,
  finishSecondStep,
  startEnrolment,
  startSecondStep,
  withdrawFactor,
} from './second-factor.ts'

const proofs = {
  phoneVerificationInfo: Type.Optional(Type.Object({ sessionInfo: text(500), code: text(20) })),
  totpVerificationInfo: Type.Optional(Type.Object({ sessionInfo: text(500), verificationCode: text(20) })),
}

/** Calls that add, remove or check second factors. */
export function factorOperations(deps: Deps): Operation[] {
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
