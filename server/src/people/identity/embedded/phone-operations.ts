import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { type Operation, operation, text, token, toolkit } from './operation.ts'
import { sendSignInDigits, signInWithPhone } from './phone.ts'

/** Calls that sign in with a phone number. */
export function phoneOperations(deps: Deps): Operation[] {
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
