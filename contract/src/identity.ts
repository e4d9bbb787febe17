import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { NoContent } from './shapes.ts'

export const SignInMethod = Type.Enum(['password', 'email-link', 'phone', 'github.com', 'google.com'])
export type SignInMethod = Static<typeof SignInMethod>

export const SecondFactor = Type.Enum(['phone', 'totp'])
export type SecondFactor = Static<typeof SecondFactor>

/** What a page needs to set up its sign-in client, the same for everybody. */
export const IdentityConfig = Type.Object({
  mode: Type.Enum(['embedded', 'hosted'], {
    description: 'Who signs people in: the registry itself, or a project of a hosted service.',
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
    Type.String({ description: 'Path of the script that stands for `gapi.iframes`. Absent in hosted mode.' }),
  ),
  methods: Type.Array(SignInMethod),
  secondFactors: Type.Array(SecondFactor),
  standInProviders: Type.Array(SignInMethod, {
    description: 'Of the methods, those that a development page plays. Never any in production.',
  }),
  sendsMail: Type.Boolean({
    description: 'Whether verification, reset and change of an address can be asked for.',
  }),
  tokenSyncPath: Type.Optional(
    Type.String({
      description:
        "A path of the page's own origin that is told who is signed in: POST with each new ID token as bearer token, " +
        'within 300 seconds of its issue, and DELETE when nobody is signed in any more.',
    }),
  ),
  outboxPath: Type.Optional(
    Type.String({ description: 'Where development shows mail and messages instead of sending them.' }),
  ),
})
export type IdentityConfig = Static<typeof IdentityConfig>

export const getIdentityConfig = route({
  method: 'GET',
  path: '/identity-config',
  access: 'public',
  summary: 'How a page signs people in',
  response: IdentityConfig,
})

export const endOwnSessions = route({
  method: 'POST',
  path: '/users/sessions/end',
  access: 'signed-in',
  summary: 'Signs the user out everywhere',
  description:
    'Every ID token issued until now is refused from now on, the one of this call too. With the embedded service ' +
    'every refresh token ends as well; a hosted service ends its own by its own means.',
  response: NoContent,
  status: 204,
})
