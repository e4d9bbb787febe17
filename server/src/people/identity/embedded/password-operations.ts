import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { credentials, type Operation, operation, text, token, toolkit } from './operation.ts'
import { linkPassword, signInWithPassword, signUpWithPassword } from './password-account.ts'

/** Calls that sign up or sign in with a password. */
export function passwordOperations(deps: Deps): Operation[] {
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
  ]
}
