import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { signInWithEmailLink } from './email-link.ts'
import { checkMailedCode } from './mailed-actions.ts'
import { type Operation, operation, text, token, toolkit } from './operation.ts'
import { requestMail } from './request-mail.ts'
import { resetPassword } from './reset-password.ts'

/** Calls that request mails or use their codes. */
export function mailOperations(deps: Deps): Operation[] {
  return [
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
  ]
}
