import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, BanReason, NoContent } from '../ground/shapes.ts'
import { Publisher } from './publishers.ts'

export const User = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  isApproved: Type.Boolean(),
  isAdmin: Type.Boolean(),
  /** A banned user can only sign in and read. */
  isBanned: Type.Boolean(),
})
export type User = Static<typeof User>

export const getCurrentUser = route({
  method: 'GET',
  path: '/users',
  access: 'signed-in',
  summary: 'The signed-in user',
  description: 'The first request of a new sign-in creates its user.',
  response: User,
})

export const listOwnPublishers = route({
  method: 'GET',
  path: '/users/publishers/',
  access: 'signed-in',
  summary: 'The publishers of the signed-in user, oldest first',
  response: Type.Array(
    Type.Object({
      ...Publisher.properties,
      sole_owner_of: Type.Optional(
        Type.Integer({
          description: 'Number of nodes that have no other owner than the user. Omitted when there are none.',
        }),
      ),
    }),
  ),
})

export const UserParams = Type.Object({ userId: AnyId })

export const banUser = route({
  method: 'POST',
  path: '/admin/users/:userId/ban',
  access: 'admin-token',
  summary: 'Bans a user, who can then only sign in and read',
  description: 'The user’s publishers and nodes stay as they are. Idempotent.',
  params: UserParams,
  body: BanReason,
  response: NoContent,
  status: 204,
  errors: ['user_not_found', 'last_admin'],
})

export const unbanUser = route({
  method: 'POST',
  path: '/admin/users/:userId/unban',
  access: 'admin-token',
  summary: 'Lifts the ban of a user, whatever its cause',
  description: 'Idempotent.',
  params: UserParams,
  response: NoContent,
  status: 204,
  errors: ['user_not_found'],
})
