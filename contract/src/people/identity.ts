import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { NoContent } from '../ground/shapes.ts'

export const SignInMethod = Type.Enum(['password', 'email-link', 'phone', 'github.com', 'google.com'])
export type SignInMethod = Static<typeof SignInMethod>

export const SecondFactor = Type.Enum(['phone', 'totp'])
export type SecondFactor = Static<typeof SecondFactor>

/** Settings that a page needs for its sign-in client, the same for all users. */
export const IdentityConfig = Type.Object({
  mode: Type.Enum(['embedded', 'hosted'], {
    description: 'The service that signs users in: the registry itself, or a project of a hosted service.',
  }),
  apiKey: Type.String(),
  projectId: Type.String(),
  authDomain: Type.String(),
  usesOwnOrigin: Type.Boolean({
    description:
      "True: the client speaks to the page's own origin (`connectAuthEmulator(auth, location.origin)`), and " +
      'loads `framesScript` before its first sign-in by popup or redirect.',
  }),
  framesScript: Type.Optional(
    Type.String({ description: 'Path of the script that replaces `gapi.iframes`. Omitted in hosted mode.' }),
  ),
  methods: Type.Array(SignInMethod),
  secondFactors: Type.Array(SecondFactor),
  standInProviders: Type.Array(SignInMethod, {
    description: 'The sign-in methods that a development page simulates. Always empty in production.',
  }),
  sendsMail: Type.Boolean({
    description: 'Whether users can request verification, password reset and change of email address.',
  }),
  tokenSyncPath: Type.Optional(
    Type.String({
      description:
        "A path on the page's own origin that receives the sign-in state: POST with each new ID token as bearer token, " +
        'within 300 seconds of its issue, and DELETE after a sign-out.',
    }),
  ),
  outboxPath: Type.Optional(
    Type.String({ description: 'Where development shows email and text messages instead of sending them.' }),
  ),
})
export type IdentityConfig = Static<typeof IdentityConfig>

export const getIdentityConfig = route({
  method: 'GET',
  path: '/identity-config',
  access: 'public',
  summary: 'Sign-in settings for a page',
  response: IdentityConfig,
})

export const endOwnSessions = route({
  method: 'POST',
  path: '/users/sessions/end',
  access: 'signed-in',
  summary: 'Signs the user out everywhere',
  description:
    'Every ID token issued so far is refused from now on, including the one of this call. The embedded service ' +
    'also revokes every refresh token; a hosted service revokes its own separately.',
  response: NoContent,
  status: 204,
})
