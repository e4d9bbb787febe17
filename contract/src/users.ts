import Type, { type Static } from 'typebox'
import { Publisher } from './publishers.ts'
import { route } from './route.ts'
import { AnyId, BanReason, NoContent } from './shapes.ts'

export const User = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  isApproved: Type.Boolean(),
  isAdmin: Type.Boolean(),
  /** May sign in and read, and nothing else. */
  isBanned: Type.Boolean(),
})
export type User = Static<typeof User>

export const getCurrentUser = route({
  method: 'GET',
  path: '/users',
  access: 'signed-in',
  summary: 'The signed-in user',
  description: 'A sign-in that the registry has not seen before gets its user by its first request.',
  response: User,
})

export const listOwnPublishers = route({
  method: 'GET',
  path: '/users/publishers/',
  access: 'signed-in',
  summary: 'The publishers that the signed-in user belongs to, oldest first',
  response: Type.Array(Publisher),
})

export const UserParams = Type.Object({ userId: AnyId })

export const banUser = route({
  method: 'POST',
  path: '/admin/users/:userId/ban',
  access: 'admin-token',
  summary: 'Bans a user, who may sign in and read, and nothing else from then on',
  description: 'Their publishers and nodes stay as they are. May be repeated.',
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
  summary: 'Lifts the ban of a user, whatever it came from',
  description: 'May be repeated.',
  params: UserParams,
  response: NoContent,
  status: 204,
  errors: ['user_not_found'],
})
