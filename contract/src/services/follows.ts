import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { NoContent, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'

export const followKinds = ['node', 'publisher'] as const
export const FollowKind = oneOf(followKinds)
export type FollowKind = Static<typeof FollowKind>

export const Follow = Type.Object({
  kind: FollowKind,
  id: Type.String(),
  name: Type.String(),
  createdAt: Timestamp,
})
export type Follow = Static<typeof Follow>

export const listFollows = route({
  method: 'GET',
  path: '/users/follows',
  access: 'signed-in',
  summary: 'The nodes and publishers that the signed-in user follows, by name',
  response: Type.Object({ follows: Type.Array(Follow) }),
})

export const setFollow = route({
  method: 'PUT',
  path: '/users/follows',
  access: 'signed-in',
  summary: 'Follows a node or a publisher, or stops following it',
  description: `New versions are announced by email, unless the user turned that off. At most ${limits.followsPerUser} in all.`,
  body: Type.Object({
    kind: FollowKind,
    id: Type.String({ minLength: 1, maxLength: limits.nodeIdLength }),
    follows: Type.Boolean(),
  }),
  response: NoContent,
  status: 204,
  errors: ['node_not_found', 'publisher_not_found', 'too_many_follows'],
})
