import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { NoContent, nodeIdForm, nodeIdPattern, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { PublisherParams } from './publishers.ts'

export const tokenActions = ['publish-new', 'publish-update', 'yank'] as const
export const TokenAction = oneOf(
  tokenActions,
  '`publish-new` makes nodes, `publish-update` adds versions to nodes that exist, and changes the changelog and the deprecation of versions; `yank` yanks and un-yanks; both of these together delete versions.',
)
export type TokenAction = Static<typeof TokenAction>

export const stopReasons = ['removed', 'demoted', 'banned', 'deleted'] as const
/** Why the creator of a credential no longer has the right to publish. */
export const StopReason = oneOf(
  stopReasons,
  'It works no more because its creator was removed from the publisher, is no owner any more, is banned (it works again when the ban is lifted), or deleted the account.',
)
export type StopReason = Static<typeof StopReason>

/** A secret for publishing as one publisher. Only the response that creates it contains the whole secret. */
export const PersonalAccessToken = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  description: Type.String(),
  createdAt: Timestamp,
  token: Type.String({ description: 'The first characters of the secret and `***`.' }),
  expiresAt: Type.Optional(Timestamp),
  lastUsedAt: Type.Optional(Timestamp),
  nodes: Type.Optional(
    Type.Array(Type.String(), { description: 'Only these nodes; when omitted, all nodes of the publisher.' }),
  ),
  actions: Type.Array(TokenAction),
  createdBy: Type.Optional(Type.String({ description: 'The name of the member who created it.' })),
  revokedAt: Type.Optional(Timestamp),
  revokedBy: Type.Optional(Type.String({ description: 'The name of the member who revoked it.' })),
  stoppedBecause: Type.Optional(StopReason),
})
export type PersonalAccessToken = Static<typeof PersonalAccessToken>

const ownerOnly = ['publisher_not_found', 'not_publisher_owner'] as const

export const listTokens = route({
  method: 'GET',
  path: '/publishers/:publisherId/tokens',
  access: 'signed-in',
  right: 'owner',
  summary: 'The tokens of a publisher, newest first, secrets masked',
  params: PublisherParams,
  query: Type.Object({
    include_revoked: Type.Optional(
      Type.Boolean({
        description: `Includes tokens revoked in the last ${limits.revokedTokenDays} days.`,
      }),
    ),
  }),
  response: Type.Array(PersonalAccessToken),
  errors: ownerOnly,
})

export const createToken = route({
  method: 'POST',
  path: '/publishers/:publisherId/tokens',
  access: 'signed-in',
  right: 'owner',
  summary: 'Creates a token; only this response contains its secret',
  params: PublisherParams,
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: limits.tokenNameLength })),
    description: Type.Optional(Type.String({ maxLength: limits.descriptionLength })),
    expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.tokenDays })),
    nodes: Type.Optional(
      Type.Array(
        Type.String({ pattern: nodeIdPattern, 'x-form': nodeIdForm, maxLength: limits.nodeIdLength }),
        {
          maxItems: limits.tokenNodes,
          description:
            'Only these nodes, which need not exist yet; omitted or empty for all nodes of the publisher.',
        },
      ),
    ),
    actions: Type.Optional(
      Type.Array(TokenAction, { description: 'Only these actions; omitted or empty for all.' }),
    ),
  }),
  response: Type.Object({ token: Type.String() }),
  status: 201,
  errors: [...ownerOnly, 'user_banned', 'too_many_tokens'],
})

export const deleteToken = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/tokens/:tokenId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Revokes a token immediately',
  description: 'An upload still in progress for a version announced with the token is refused, too.',
  params: Type.Object({ ...PublisherParams.properties, tokenId: Type.String({ format: 'uuid' }) }),
  response: NoContent,
  status: 204,
  errors: [...ownerOnly, 'user_banned', 'token_not_found'],
})

export const OwnToken = Type.Object({
  publisherId: Type.String(),
  name: Type.String(),
  createdBy: Type.Optional(Type.String({ description: 'The name of the member who created it.' })),
  createdAt: Timestamp,
  expiresAt: Type.Optional(Timestamp),
  nodes: Type.Optional(
    Type.Array(Type.String(), { description: 'Only these nodes; when omitted, all nodes of the publisher.' }),
  ),
  actions: Type.Array(TokenAction),
})
export type OwnToken = Static<typeof OwnToken>

export const getOwnToken = route({
  method: 'GET',
  path: '/tokens/current',
  access: 'signed-in-or-bearer-token',
  etag: false,
  summary: 'The rights of the publish token in the request',
  response: OwnToken,
  errors: ['invalid_publish_token'],
})
