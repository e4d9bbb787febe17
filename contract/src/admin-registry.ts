import Type, { type Static } from 'typebox'
import { limits } from './limits.ts'
import { Node, NodeParams } from './nodes.ts'
import { Publisher, PublisherEvent, PublisherParams } from './publishers.ts'
import { route } from './route.ts'
import {
  AnyId,
  MemberRole,
  NoContent,
  NodeStatus,
  NodeVersionStatus,
  notBlank,
  oneOf,
  PageEnvelope,
  PageQuery,
  PublisherStatus,
  Timestamp,
} from './shapes.ts'
import { UserParams } from './users.ts'

/* What admins see and set of nodes, publishers and users. Apart from what everybody's browser loads. */

const Search = Type.Optional(Type.String({ maxLength: limits.searchLength }))
const countsOf = <const Names extends readonly string[]>(names: Names, further = '') =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<
      Names[number],
      ReturnType<typeof Type.Integer>
    >,
    { description: `How many there are of each, whichever of them was asked for.${further}` },
  )

export const nodeMarks = ['ranking', 'preempted-names', 'admin-tags'] as const

export const listNodesForAdmins = route({
  method: 'GET',
  path: '/admin/nodes',
  access: 'admin',
  summary: 'Nodes of every status, for those who look after them',
  query: Type.Object({
    ...PageQuery,
    search: Search,
    status: Type.Optional(NodeStatus),
    publisherId: Type.Optional(AnyId),
    has: Type.Optional(oneOf(nodeMarks, 'Only nodes for which an admin has set it.')),
    sort: Type.Optional(oneOf(['id', 'newest', 'downloads', 'ranking'], 'By id unless stated.')),
  }),
  response: Type.Object({
    ...PageEnvelope,
    nodes: Type.Array(Node),
    counts: countsOf(
      ['active', 'banned', 'deleted'],
      ` With a search or a mark each is counted to ${limits.countedNodes} and no further, and so is the total.`,
    ),
  }),
})

export const AdminPublisher = Type.Object({
  ...Publisher.properties,
  nodes: Type.Integer({ description: 'Not counting deleted ones.' }),
  tokens: Type.Integer({ description: 'That are still good.' }),
})
export type AdminPublisher = Static<typeof AdminPublisher>

export const listPublishersForAdmins = route({
  method: 'GET',
  path: '/admin/publishers',
  access: 'admin',
  summary: 'Publishers with the addresses of their members, newest first',
  query: Type.Object({
    ...PageQuery,
    search: Type.Optional(
      Type.String({
        maxLength: limits.searchLength,
        description: 'In the id, the name, or the address of a member.',
      }),
    ),
    status: Type.Optional(PublisherStatus),
  }),
  response: Type.Object({
    ...PageEnvelope,
    publishers: Type.Array(AdminPublisher),
    counts: countsOf(['active', 'banned']),
  }),
})

/** Everything that an act would take along, for the question before it. */
export const Effects = Type.Object({
  nodes: Type.Integer(),
  versions: Type.Integer({ description: 'That can be installed, or wait for it.' }),
  installs: Type.Integer({ description: 'Of these nodes, since ever.' }),
  installsLastMonth: Type.Integer({ description: 'In the last 30 days.' }),
  tokens: Type.Integer({ description: 'With which could be published, and no longer can.' }),
  members: Type.Integer({ description: 'Of the publisher; with a ban those who are banned with it.' }),
  admins: Type.Integer({ description: 'Of those who are banned along.' }),
  otherPublishers: Type.Integer({ description: 'In which those who are banned along have a role.' }),
  staying: Type.Object(
    { nodes: Type.Integer(), members: Type.Integer() },
    { description: 'Of an unban: what stays banned, because it was banned by itself or with another.' },
  ),
})
export type Effects = Static<typeof Effects>

export const getNodeEffects = route({
  method: 'GET',
  path: '/admin/nodes/:nodeId/effects',
  access: 'admin',
  summary: 'What banning, deleting or moving a node would reach',
  params: NodeParams,
  response: Effects,
  errors: ['node_not_found'],
})

export const getPublisherEffects = route({
  method: 'GET',
  path: '/admin/publishers/:publisherId/effects',
  access: 'admin',
  summary: 'What banning a publisher, or lifting its ban, would reach',
  params: PublisherParams,
  query: Type.Object({ act: oneOf(['ban', 'unban']) }),
  response: Effects,
  errors: ['publisher_not_found'],
})

export const contactPublisher = route({
  method: 'POST',
  path: '/admin/publishers/:publisherId/contact',
  access: 'admin-token',
  summary: 'Sends a mail to every owner of a publisher',
  description: 'Each gets a mail of their own. The event log of the publisher says that it was sent.',
  params: PublisherParams,
  body: Type.Object({
    subject: Type.String({
      minLength: 1,
      maxLength: limits.mailSubjectLength,
      pattern: '^[^\\S\\r\\n]*\\S[^\\r\\n]*$',
      'x-form': 'one line of text',
    }),
    message: Type.String({ minLength: 1, maxLength: limits.mailLength, ...notBlank }),
  }),
  response: Type.Object({ sent: Type.Integer({ description: 'How many mails.' }) }),
  errors: ['publisher_not_found', 'nobody_to_write_to', 'not_configured'],
})

export const readProjectPublisher = route({
  method: 'GET',
  path: '/admin/nodes/:nodeId/project-publisher',
  access: 'admin',
  summary: 'The publisher that the project file on the main branch of a node’s repository names',
  params: NodeParams,
  response: Type.Object({
    publisherId: Type.Optional(Type.String({ description: 'Absent where the file names none.' })),
    repository: Type.String({ description: 'Owner and name, as the code host has them today.' }),
  }),
  errors: [
    'node_not_found',
    'repository_unusable',
    'project_file_not_found',
    'project_file_unreadable',
    'code_host_token_refused',
    'code_host_rate_limited',
    'code_host_unavailable',
  ],
})

const Compatibility = Type.Object({
  supported_comfyui_version: Type.String(),
  supported_comfyui_frontend_version: Type.String(),
  supported_os: Type.Array(Type.String()),
  supported_accelerators: Type.Array(Type.String()),
})

export const VersionCompatibility = Type.Object({
  node_id: Type.String(),
  version: Type.String(),
  status: NodeVersionStatus,
  createdAt: Timestamp,
  stated: Compatibility,
  latest_version: Type.Optional(Type.String()),
  /** Of the node's latest version; absent where this is it, or there is none. */
  latest: Type.Optional(Compatibility),
  isLatest: Type.Boolean(),
  isOutdated: Type.Boolean({
    description: 'The node states something else than its latest version, this one.',
  }),
})
export type VersionCompatibility = Static<typeof VersionCompatibility>

export const listCompatibility = route({
  method: 'GET',
  path: '/admin/compatibility',
  access: 'admin',
  summary: 'What versions state of their compatibility, as it is stored, newest first',
  query: Type.Object({
    ...PageQuery,
    nodeId: Type.Optional(AnyId),
    version: Type.Optional(AnyId),
    statuses: Type.Optional(Type.Array(NodeVersionStatus)),
    outdated: Type.Optional(
      Type.Boolean({ description: 'Only latest versions whose node states something else.' }),
    ),
  }),
  response: Type.Object({ ...PageEnvelope, versions: Type.Array(VersionCompatibility) }),
})

export const copyCompatibility = route({
  method: 'POST',
  path: '/admin/nodes/:nodeId/copy-compatibility',
  access: 'admin-token',
  summary: 'Has a node state what its latest version states of its compatibility',
  params: NodeParams,
  response: Node,
  errors: ['node_not_found', 'version_not_found'],
})

export const AdminUser = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  isEmailVerified: Type.Boolean(),
  isAdmin: Type.Boolean(),
  isAdminByConfiguration: Type.Boolean({ description: 'The role cannot be taken away here.' }),
  isBanned: Type.Boolean(),
  createdAt: Timestamp,
  publishers: Type.Integer({ description: 'In which the user has a role.' }),
})
export type AdminUser = Static<typeof AdminUser>

export const listUsers = route({
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  summary: 'All who ever signed in, newest first',
  query: Type.Object({
    ...PageQuery,
    search: Type.Optional(
      Type.String({ maxLength: limits.searchLength, description: 'In the name, the address, or the id.' }),
    ),
    show: Type.Optional(oneOf(['admins', 'banned', 'unverified'])),
  }),
  response: Type.Object({
    ...PageEnvelope,
    users: Type.Array(AdminUser),
    counts: countsOf(['all', 'admins', 'banned', 'unverified']),
  }),
})

export const AdminUserDetail = Type.Object({
  ...AdminUser.properties,
  publishers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role: MemberRole,
      isBanned: Type.Boolean(),
      nodes: Type.Integer({ description: 'Not counting deleted ones.' }),
    }),
  ),
  tokens: Type.Array(
    Type.Object({
      publisherId: Type.String(),
      name: Type.String(),
      prefix: Type.String(),
      createdAt: Timestamp,
      expiresAt: Type.Optional(Timestamp),
      lastUsedAt: Type.Optional(Timestamp),
    }),
    { description: 'Made by the user; the last hundred.' },
  ),
  sessions: Type.Array(
    Type.Object({
      provider: Type.String(),
      secondFactor: Type.Optional(oneOf(['phone', 'totp'])),
      signedInAt: Timestamp,
      usedAt: Timestamp,
    }),
    { description: 'Of the embedded sign-in, the one used last first; the last hundred.' },
  ),
  acts: Type.Array(PublisherEvent, {
    description: 'Done by the user or to the user, newest first; the last 50.',
  }),
})
export type AdminUserDetail = Static<typeof AdminUserDetail>

export const getUser = route({
  method: 'GET',
  path: '/admin/users/:userId',
  access: 'admin',
  summary: 'One user with all that belongs to them, and what they did last',
  params: UserParams,
  response: AdminUserDetail,
  errors: ['user_not_found'],
})

export const grantAdmin = route({
  method: 'POST',
  path: '/admin/users/:userId/grant-admin',
  access: 'admin-token',
  summary: 'Makes a user an admin, from the next request on',
  description: 'May be repeated. Only who has verified the address: anybody can sign up with any.',
  params: UserParams,
  response: NoContent,
  status: 204,
  errors: ['user_not_found', 'email_not_verified'],
})

export const revokeAdmin = route({
  method: 'POST',
  path: '/admin/users/:userId/revoke-admin',
  access: 'admin-token',
  summary: 'Takes the role of an admin away, from the next request on',
  description: 'May be repeated. One admin stays.',
  params: UserParams,
  response: NoContent,
  status: 204,
  errors: ['user_not_found', 'last_admin', 'admin_by_configuration'],
})
