import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { applyMailedCode } from './mailed-actions.ts'
import { credentials, type Operation, operation, text, textOrNull, token, toolkit } from './operation.ts'
import { setPassword } from './password-account.ts'
import { deleteAccount, lookUp, updateProfile } from './profile.ts'
import { embeddedProject } from './project.ts'
import { refreshSession } from './sessions.ts'

/** Calls that read, change or delete the signed-in account. */
export function accountOperations(deps: Deps): Operation[] {
  return [
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
        // Changing the email requires a mail to the new one.
        if (email)
          throw new Refusal('OPERATION_NOT_ALLOWED', {
            detail: 'A new email must be verified first.',
          })
        return password === undefined
          ? updateProfile(deps, idToken, changes)
          : setPassword(deps, idToken, password, ip)
      },
    }),
    operation({
      method: 'POST',
      path: `${toolkit}/v1/accounts:delete`,
      input: Type.Object({ idToken: token, leavePublishers: Type.Optional(Type.Boolean()) }),
      run: ({ idToken = '', leavePublishers = false }) => deleteAccount(deps, idToken, leavePublishers),
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
