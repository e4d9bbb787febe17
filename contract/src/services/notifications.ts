import Type, { type Static } from 'typebox'
import { locales } from '../ground/locales.ts'
import { route } from '../ground/route.ts'
import { NoContent, oneOf } from '../ground/shapes.ts'

export const notificationKinds = [
  'follows',
  'releases',
  'review',
  'nodes',
  'tokens',
  'webhooks',
  'security',
] as const
export const NotificationKind = oneOf(
  notificationKinds,
  'Subjects of emails. `follows`: a followed node or publisher released a version. `releases`: a version is listed, or its archive was refused. `review`: a version is held ' +
    'back, or moderators decided. `nodes`: claims, transfers, bans of nodes. `tokens`: a token expires soon. ' +
    '`webhooks`: one was disabled. `security`: tokens, members, bans of publishers, a publish without provenance.',
)
export type NotificationKind = Static<typeof NotificationKind>

/** Users cannot turn these off, because they concern access to the account. */
export const fixedKinds: readonly NotificationKind[] = ['security']

const Language = oneOf(locales)

export const NotificationSettings = Type.Object({
  language: Type.Optional(Language),
  muted: Type.Array(NotificationKind, { description: 'Event kinds that send no email. Never `security`.' }),
  sendsMail: Type.Boolean({ description: 'Whether this registry sends email at all.' }),
})
export type NotificationSettings = Static<typeof NotificationSettings>

export const getNotificationSettings = route({
  method: 'GET',
  path: '/users/notifications',
  access: 'signed-in',
  summary: 'Email preferences of the signed-in user: event kinds and language',
  description: 'Email goes only to verified addresses.',
  response: NotificationSettings,
})

export const setNotificationSettings = route({
  method: 'PUT',
  path: '/users/notifications',
  access: 'signed-in',
  summary: 'Changes the email preferences of the signed-in user',
  description: 'Omitted fields keep their values. Email about security cannot be turned off.',
  body: Type.Object({
    language: Type.Optional(Language),
    muted: Type.Optional(Type.Array(NotificationKind, { maxItems: notificationKinds.length })),
  }),
  response: NotificationSettings,
  errors: ['notification_kind_fixed'],
})

export const noteLanguage = route({
  method: 'POST',
  path: '/users/notifications/language',
  access: 'signed-in',
  summary: 'Records the language in which the signed-in user reads the site',
  description: 'Only the first call counts, until the user changes the language in the settings.',
  body: Type.Object({ language: Language }),
  response: NoContent,
  status: 204,
})
