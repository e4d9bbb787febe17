import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import {
  AnyId,
  NodeVersionStatus,
  oneOf,
  PageEnvelope,
  PageQuery,
  Timestamp,
  Uuid,
} from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { VersionParams } from './versions.ts'

export const AppealMessage = Type.Object({
  id: Uuid,
  from: oneOf(['publisher', 'moderators']),
  name: Type.Optional(
    Type.String({ description: 'The author. The name of a moderator is hidden from publishers.' }),
  ),
  text: Type.String(),
  at: Timestamp,
})
export type AppealMessage = Static<typeof AppealMessage>

const summary = {
  version_id: Uuid,
  node_id: Type.String(),
  version: Type.String(),
  publisher_id: Type.String({ description: 'The current publisher of the node.' }),
  status: NodeVersionStatus,
  openedAt: Timestamp,
  waitingSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Since when the publisher has been waiting for a reply.',
    }),
  ),
}

/** Messages between a publisher and the moderators about a version that was flagged or banned. */
export const Appeal = Type.Object({
  ...summary,
  messagesLeft: Type.Integer({
    description: 'How many messages the publisher may send before the next reply.',
  }),
  messages: Type.Array(AppealMessage, { description: 'Oldest first.' }),
})
export type Appeal = Static<typeof Appeal>

export const AppealSummary = Type.Object({ ...summary, lastMessage: AppealMessage })
export type AppealSummary = Static<typeof AppealSummary>

const body = Type.Object({ text: Type.String({ minLength: 1, maxLength: limits.appealLength }) })

export const writeAppeal = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes/:nodeId/versions/:versionId/appeal',
  access: 'signed-in',
  right: 'owner',
  summary: 'Sends a message to the moderators about a version that is flagged or banned',
  description: `At most ${limits.appealMessagesUnanswered} messages until a reply, and ${limits.appealMessages} in all.`,
  params: Type.Object({ publisherId: AnyId, nodeId: AnyId, versionId: Uuid }),
  body,
  response: Appeal,
  status: 201,
  errors: [
    'user_banned',
    'node_banned',
    'publisher_not_found',
    'not_publisher_owner',
    'node_of_other_publisher',
    'node_not_found',
    'version_not_found',
    'appeal_not_possible',
    'appeal_waits',
    'appeal_is_long',
  ],
})

export const listAppeals = route({
  method: 'GET',
  path: '/admin/appeals',
  access: 'admin',
  summary: 'Appeals waiting for a reply, longest wait first',
  description: 'With `all`, also those that were replied to or settled by a decision, newest first.',
  query: Type.Object({ ...PageQuery, all: Type.Optional(Type.Boolean()) }),
  response: Type.Object({
    ...PageEnvelope,
    appeals: Type.Array(AppealSummary),
    usualAnswerSeconds: Type.Optional(
      Type.Integer({ description: 'How long publishers waited on average for the latest replies.' }),
    ),
  }),
})

export const getAppeal = route({
  method: 'GET',
  path: '/admin/nodes/:nodeId/versions/:version/appeal',
  access: 'admin',
  summary: 'Messages between a publisher and the moderators about a version',
  params: VersionParams,
  response: Appeal,
  errors: ['node_not_found', 'version_not_found', 'appeal_not_found'],
})

export const answerAppeal = route({
  method: 'POST',
  path: '/admin/nodes/:nodeId/versions/:version/appeal',
  access: 'admin',
  summary: 'Replies to a publisher; the decision about the version is a separate call',
  params: VersionParams,
  body,
  response: Appeal,
  status: 201,
  errors: ['node_not_found', 'version_not_found', 'appeal_not_found'],
})
