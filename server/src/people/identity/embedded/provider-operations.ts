import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { type Operation, operation, textOrNull, token, toolkit } from './operation.ts'
import { signInWithProvider } from './provider-sign-in.ts'

/** Calls that sign in with a provider. */
export function providerOperations(deps: Deps): Operation[] {
  return [
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
  ]
}
