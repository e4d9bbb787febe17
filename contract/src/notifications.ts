import Type, { type Static } from 'typebox'
import { locales } from './locales.ts'
import { route } from './route.ts'
import { NoContent, oneOf } from './shapes.ts'

export const notificationKinds = ['releases', 'review', 'nodes', 'tokens', 'webhooks', 'security'] as const
export const NotificationKind = oneOf(
  notificationKinds,
  'What mails are about. `releases`: a version is listed, or its archive was refused. `review`: a version is held ' +
    'back, what moderators decided. `nodes`: claims, transfers, bans of nodes. `tokens`: a token ends soon. ' +
    '`webhooks`: one was switched off. `security`: tokens, members, bans of publishers, a publish without provenance.',
)
export type NotificationKind = Static<typeof NotificationKind>

/** Who has access must always hear of these. */
export const fixedKinds: readonly NotificationKind[] = ['security']

const Language = oneOf(locales)

export const NotificationSettings = Type.Object({
  language: Type.Optional(Language),
  muted: Type.Array(NotificationKind, { description: 'Of these no mail is sent. Never `security`.' }),
  sendsMail: Type.Boolean({ description: 'Whether this registry sends mail at all.' }),
})
export type NotificationSettings = Static<typeof NotificationSettings>

export const getNotificationSettings = route({
  method: 'GET',
  path: '/users/notifications',
  access: 'signed-in',
  summary: 'Of what the signed-in user gets mail, and in which language',
  description: 'Mail goes to verified addresses only.',
  response: NotificationSettings,
})

export const setNotificationSettings = route({
  method: 'PUT',
  path: '/users/notifications',
  access: 'signed-in',
  summary: 'Chooses of what the signed-in user gets mail, and in which language',
  description: 'What is left out stays. Mail about security cannot be switched off.',
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
  summary: 'Says in which language the signed-in user reads the site',
  description: 'The first one counts, until the user chooses another by the settings.',
  body: Type.Object({ language: Language }),
  response: NoContent,
  status: 204,
})
