import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, NoContent, nodeIdForm, nodeIdPattern, notBlank, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { TokenAction } from './tokens.ts'

/** Letters that are hard to confuse and spell no words. Source: RFC 8628, 6.1. */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'

const request = {
  publisher_id: Type.Optional(
    Type.String({
      maxLength: limits.publisherIdLength,
      description: 'The publisher that the program asks for. Only owners of it can decide.',
    }),
  ),
}

export const StartedDeviceLogin = Type.Object({
  device_code: Type.String({ description: 'The secret of the program, for `redeemDeviceLogin`.' }),
  user_code: Type.String({ description: 'The code that the user enters on the page.' }),
  verification_uri: Type.String(),
  verification_uri_complete: Type.String({
    description: 'The same page, for programs that open this address. It never has the code: users type it.',
  }),
  expires_in: Type.Integer({ description: 'Seconds.' }),
})

export const startDeviceLogin = route({
  method: 'POST',
  path: '/device-logins',
  access: 'public',
  summary: 'Starts the sign-in of a program, which a user approves in the browser',
  description:
    'Like RFC 8628, except that the program waits for the outcome instead of asking every few seconds.',
  body: Type.Object({
    client_name: Type.String({
      minLength: 1,
      maxLength: limits.tokenNameLength,
      ...notBlank,
      description: `A name that the program chooses, for itself and for the token. Control characters are left out, and all after ${limits.deviceLoginNameLength} characters.`,
    }),
    ...request,
  }),
  response: StartedDeviceLogin,
  status: 201,
  errors: ['too_many_at_once'],
})

export const redeemDeviceLogin = route({
  method: 'POST',
  path: '/device-logins/redeem',
  access: 'public',
  summary: 'Returns the token of an approved sign-in, once; omitted until the user has decided',
  description: 'With `wait`, the response is sent as soon as the user has decided, or when the time is up.',
  body: Type.Object({
    device_code: Type.String({ maxLength: 100 }),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.deviceLoginWaitSeconds,
        description: 'Maximum wait in seconds.',
      }),
    ),
  }),
  response: Type.Object({ token: Type.Optional(Type.String()) }),
  errors: ['device_login_unknown', 'device_login_denied', 'too_many_at_once'],
})

export const DeviceLogin = Type.Object({
  client_name: Type.String({ description: 'A name that the program chose. Show it in quotes.' }),
  ...request,
  started_from: Type.String({ description: 'The network address of the program; empty if unknown.' }),
  is_same_address: Type.Boolean({
    description: 'Whether this request comes from the same address or network.',
  }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type DeviceLogin = Static<typeof DeviceLogin>

const UserCodeParams = Type.Object({ userCode: AnyId })

export const getDeviceLogin = route({
  method: 'GET',
  path: '/device-logins/:userCode',
  access: 'signed-in',
  etag: false,
  summary: 'The sign-in with this code, for the user who decides about it',
  params: UserCodeParams,
  response: DeviceLogin,
  errors: ['device_login_unknown'],
})

const publisher_id = Type.String({ maxLength: limits.publisherIdLength })
const decisionErrors = [
  'device_login_unknown',
  'device_login_of_other_publisher',
  'publisher_not_found',
  'not_publisher_owner',
] as const

export const approveDeviceLogin = route({
  method: 'POST',
  path: '/device-logins/:userCode/approve',
  access: 'signed-in',
  right: 'owner',
  summary: 'Creates a token for the program',
  description: 'Users with a second factor must have passed it at a sign-in in the last minutes.',
  params: UserCodeParams,
  body: Type.Object({
    publisher_id,
    expires_in_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.deviceTokenDays,
        description: `Default: ${limits.deviceTokenDefaultDays}.`,
      }),
    ),
    nodes: Type.Array(
      Type.String({ pattern: nodeIdPattern, 'x-form': nodeIdForm, maxLength: limits.nodeIdLength }),
      {
        minItems: 1,
        maxItems: limits.tokenNodes,
        description: 'The token is for these nodes, which need not exist yet.',
      },
    ),
    actions: Type.Optional(
      Type.Array(TokenAction, { minItems: 1, description: 'Default: `publish-update`.' }),
    ),
  }),
  response: NoContent,
  status: 204,
  errors: [...decisionErrors, 'recent_second_factor_required', 'user_banned', 'too_many_tokens'],
})

export const denyDeviceLogin = route({
  method: 'POST',
  path: '/device-logins/:userCode/deny',
  access: 'signed-in',
  right: 'owner',
  summary: 'Refuses the sign-in, which everyone can who could approve it',
  params: UserCodeParams,
  body: Type.Object({ publisher_id }),
  response: NoContent,
  status: 204,
  errors: [...decisionErrors, 'user_banned'],
})
