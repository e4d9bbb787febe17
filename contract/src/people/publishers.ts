import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import {
  AnyId,
  BanReason,
  MemberRole,
  NoContent,
  oneOf,
  PageQuery,
  PublisherStatus,
  Timestamp,
} from '../ground/shapes.ts'
import { limits } from '../limits.ts'

export const PublisherMember = Type.Object({
  id: Type.Optional(Type.String()),
  role: MemberRole,
  user: Type.Object({
    /** Only members of this publisher and admins see it. */
    id: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    name: Type.String(),
  }),
})
export type PublisherMember = Static<typeof PublisherMember>

export const Publisher = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  website: Type.String(),
  support: Type.String({ description: 'An email address for support.' }),
  source_code_repo: Type.String(),
  logo: Type.String(),
  createdAt: Timestamp,
  members: Type.Array(PublisherMember, { description: 'Only the single read fills it; empty elsewhere.' }),
  status: PublisherStatus,
  is_ownerless: Type.Optional(
    Type.Boolean({
      description: 'True if its last owner deleted the account, else omitted. Only the single read tells.',
    }),
  ),
})
export type Publisher = Static<typeof Publisher>

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

const editable = {
  name: text(limits.nameLength),
  description: text(limits.descriptionLength),
  website: text(limits.urlLength),
  support: text(limits.nameLength),
  source_code_repo: text(limits.urlLength),
  logo: text(limits.urlLength),
}

export const PublisherParams = Type.Object({ publisherId: AnyId })

export const validatePublisherId = route({
  method: 'GET',
  path: '/publishers/validate',
  access: 'public',
  summary: 'Whether a publisher id is well-formed and free',
  description:
    'A taken or malformed id is refused instead of `isAvailable: false`: clients check the status.',
  query: Type.Object({ username: Type.Optional(Type.String({ maxLength: limits.bulkIdentifierLength })) }),
  response: Type.Object({ isAvailable: Type.Boolean() }),
  errors: ['publisher_id_invalid', 'publisher_id_taken'],
})

export const listPublishers = route({
  method: 'GET',
  path: '/publishers',
  access: 'public',
  summary: 'All publishers, without members and support addresses',
  description: 'Banned ones are left out, except for admins.',
  response: Type.Array(Publisher),
})

export const getPublisher = route({
  method: 'GET',
  path: '/publishers/:publisherId',
  access: 'public',
  summary: 'One publisher with its members',
  params: PublisherParams,
  response: Publisher,
  errors: ['publisher_not_found'],
})

export const createPublisher = route({
  method: 'POST',
  path: '/publishers',
  access: 'signed-in',
  summary: 'Creates a publisher that the signed-in user owns',
  body: Type.Object({ id: Type.Optional(Type.String()), ...editable }),
  response: Publisher,
  status: 201,
  errors: ['publisher_id_invalid', 'publisher_id_taken', 'too_many_publishers', 'user_banned'],
})

export const updatePublisher = route({
  method: 'PUT',
  path: '/publishers/:publisherId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Changes the given fields of a publisher',
  params: PublisherParams,
  body: Type.Object(editable),
  response: Publisher,
  errors: ['publisher_not_found', 'not_publisher_owner', 'user_banned'],
})

export const deletePublisher = route({
  method: 'DELETE',
  path: '/publishers/:publisherId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Deletes a publisher that owns no nodes, with its tokens',
  params: PublisherParams,
  response: NoContent,
  status: 204,
  errors: [
    'publisher_not_found',
    'not_publisher_owner',
    'user_banned',
    'publisher_owns_nodes',
    'publisher_is_reserved',
  ],
})

const CanEdit = Type.Object({ canEdit: Type.Boolean() })

export const getPublisherPermissions = route({
  method: 'GET',
  path: '/publishers/:publisherId/permissions',
  access: 'public',
  summary: 'Whether the caller owns this publisher',
  params: PublisherParams,
  response: CanEdit,
  errors: ['publisher_not_found'],
})

export const getNodePermissions = route({
  method: 'GET',
  path: '/publishers/:publisherId/nodes/:nodeId/permissions',
  access: 'public',
  summary: 'Whether the caller owns the publisher and the publisher owns the node',
  params: Type.Object({ publisherId: AnyId, nodeId: AnyId }),
  response: CanEdit,
  errors: ['publisher_not_found'],
})

export const banPublisher = route({
  method: 'POST',
  path: '/publishers/:publisherId/ban',
  access: 'admin-token',
  summary: 'Bans a publisher, all its members and all its nodes',
  description: 'Idempotent.',
  params: PublisherParams,
  body: BanReason,
  response: NoContent,
  status: 204,
  errors: ['publisher_not_found', 'publisher_is_reserved', 'last_admin'],
})

export const unbanPublisher = route({
  method: 'POST',
  path: '/publishers/:publisherId/unban',
  access: 'admin-token',
  summary: 'Lifts the ban of a publisher, its members and its nodes',
  description:
    'Members who were banned on their own or belong to another banned publisher stay banned, and so do nodes that were banned on their own. Idempotent.',
  params: PublisherParams,
  response: NoContent,
  status: 204,
  errors: ['publisher_not_found', 'publisher_is_reserved'],
})

const MemberParams = Type.Object({ ...PublisherParams.properties, userId: AnyId })
const ofOwners = ['publisher_not_found', 'not_publisher_owner', 'user_banned'] as const

export const updateMember = route({
  method: 'PUT',
  path: '/publishers/:publisherId/members/:userId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Makes a member an owner, or an owner a member',
  params: MemberParams,
  body: Type.Object({ role: MemberRole }),
  response: PublisherMember,
  errors: [...ofOwners, 'member_not_found', 'last_owner'],
})

export const removeMember = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/members/:userId',
  access: 'signed-in',
  right: 'owner-or-self',
  summary: 'Removes a member from a publisher; all members may remove themselves',
  params: MemberParams,
  response: NoContent,
  status: 204,
  errors: [...ofOwners, 'member_not_found', 'last_owner'],
})

export const Invitation = Type.Object({
  id: Type.String({ format: 'uuid' }),
  publisherId: Type.String(),
  publisherName: Type.String(),
  email: Type.String({ description: 'A note about the invitee.' }),
  role: MemberRole,
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Invitation = Static<typeof Invitation>

export const listInvitations = route({
  method: 'GET',
  path: '/publishers/:publisherId/invitations',
  access: 'signed-in',
  right: 'owner',
  summary: 'The open invitations of a publisher, newest first',
  params: PublisherParams,
  response: Type.Array(Invitation),
  errors: ['publisher_not_found', 'not_publisher_owner'],
})

export const createInvitation = route({
  method: 'POST',
  path: '/publishers/:publisherId/invitations',
  access: 'signed-in',
  right: 'owner',
  summary: 'Invites a user; only this response contains the secret of the invitation',
  description:
    'Any user with the secret may accept, once. Inviting the same address again replaces its open invitation.',
  params: PublisherParams,
  body: Type.Object({
    email: Type.String({
      minLength: 3,
      maxLength: limits.nameLength,
      pattern: '^[^@\\s]+@[^@\\s]+$',
      'x-form': 'an email address',
    }),
    role: Type.Optional(MemberRole),
  }),
  response: Type.Object({ ...Invitation.properties, secret: Type.String() }),
  status: 201,
  errors: [...ofOwners, 'too_many_invitations'],
})

export const deleteInvitation = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/invitations/:invitationId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Withdraws an invitation',
  params: Type.Object({ ...PublisherParams.properties, invitationId: Type.String({ format: 'uuid' }) }),
  response: NoContent,
  status: 204,
  errors: [...ofOwners, 'invitation_not_found'],
})

const InvitationSecret = Type.Object({ secret: Type.String({ maxLength: limits.nameLength }) })

export const showInvitation = route({
  method: 'POST',
  path: '/invitations/show',
  access: 'signed-in',
  summary: 'The publisher and role of an invitation, looked up by its secret',
  body: InvitationSecret,
  response: Invitation,
  errors: ['invitation_not_found'],
})

export const acceptInvitation = route({
  method: 'POST',
  path: '/invitations/accept',
  access: 'signed-in',
  summary: 'Makes the signed-in user a member of the publisher of the invitation',
  body: InvitationSecret,
  response: Publisher,
  errors: [
    'user_banned',
    'invitation_not_found',
    'already_member',
    'too_many_publishers',
    'too_many_members',
    'publisher_banned',
  ],
})

export const declineInvitation = route({
  method: 'POST',
  path: '/invitations/decline',
  access: 'signed-in',
  summary: 'Ends an invitation without accepting it',
  body: InvitationSecret,
  response: NoContent,
  status: 204,
  errors: ['user_banned', 'invitation_not_found'],
})

export const PublisherEvent = Type.Object({
  id: Type.Integer(),
  at: Timestamp,
  actor: Type.Object({
    kind: oneOf(['user', 'token', 'service', 'operator', 'admin']),
    id: Type.Optional(Type.String({ description: 'Omitted when an admin or the operator acted.' })),
    name: Type.Optional(Type.String()),
  }),
  action: Type.String({ description: 'An action, such as `version.yank`.' }),
  subject: Type.Object({
    kind: Type.String(),
    id: Type.String(),
    name: Type.Optional(
      Type.String({ description: 'A readable name, such as `blur@1.2.0`, while the subject exists.' }),
    ),
  }),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
})
export type PublisherEvent = Static<typeof PublisherEvent>

export const listPublisherEvents = route({
  method: 'GET',
  path: '/publishers/:publisherId/events',
  access: 'signed-in',
  right: 'member-or-admin',
  summary: 'Events of a publisher and its nodes, newest first, for its members',
  params: PublisherParams,
  query: Type.Object({
    limit: PageQuery.limit,
    before: Type.Optional(Type.Integer({ description: 'The id of the last event of the previous page.' })),
  }),
  response: Type.Object({ events: Type.Array(PublisherEvent) }),
  errors: ['publisher_not_found', 'not_publisher_owner'],
})
