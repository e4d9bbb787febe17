import Type, { type Static } from 'typebox'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { AnyId, NoContent, nodeIdForm, nodeIdPattern, notBlank, Timestamp } from './shapes.ts'
import { TokenAction } from './tokens.ts'

/** Letters that are hard to confuse and spell no words. Source: RFC 8628, 6.1. */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'

const request = {
  publisher_id: Type.Optional(
    Type.String({
      maxLength: limits.publisherIdLength,
      description: 'The publisher that the program asks for.',
    }),
  ),
}

export const StartedDeviceLogin = Type.Object({
  device_code: Type.String({ description: 'The secret of the program, for `redeemDeviceLogin`.' }),
  user_code: Type.String({ description: 'The code that the user enters on the page.' }),
  verification_uri: Type.String(),
  verification_uri_complete: Type.String({ description: 'The same page, with the code filled in.' }),
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
      description: 'The program and its machine; the name of the token.',
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
  client_name: Type.String(),
  ...request,
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

export const approveDeviceLogin = route({
  method: 'POST',
  path: '/device-logins/:userCode/approve',
  access: 'signed-in',
  right: 'owner',
  summary: 'Creates a token for the program',
  params: UserCodeParams,
  body: Type.Object({
    publisher_id: Type.String({ maxLength: limits.publisherIdLength }),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.tokenDays })),
    nodes: Type.Optional(
      Type.Array(
        Type.String({ pattern: nodeIdPattern, 'x-form': nodeIdForm, maxLength: limits.nodeIdLength }),
        { maxItems: limits.tokenNodes },
      ),
    ),
    actions: Type.Optional(Type.Array(TokenAction)),
  }),
  response: NoContent,
  status: 204,
  errors: [
    'device_login_unknown',
    'publisher_not_found',
    'not_publisher_owner',
    'user_banned',
    'too_many_tokens',
  ],
})

export const denyDeviceLogin = route({
  method: 'POST',
  path: '/device-logins/:userCode/deny',
  access: 'signed-in',
  summary: 'Refuses the sign-in',
  params: UserCodeParams,
  response: NoContent,
  status: 204,
  errors: ['device_login_unknown'],
})
