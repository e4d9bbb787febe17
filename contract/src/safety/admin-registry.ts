import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import {
  AnyId,
  countsOf,
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
} from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { Node, NodeParams } from '../packs/nodes.ts'
import { Publisher, PublisherEvent, PublisherParams } from '../people/publishers.ts'
import { UserParams } from '../people/users.ts'

/**
 * Admin views and settings of nodes, publishers and users. A separate module, so that public pages do not
 * load it.
 */

const Search = Type.Optional(Type.String({ maxLength: limits.searchLength }))
const countsOfAll = <const Names extends readonly string[]>(names: Names, further = '') =>
  countsOf(names, `The count of each kind, whichever kind was asked for.${further}`)

export const nodeMarks = ['ranking', 'preempted-names', 'admin-tags'] as const

export const listNodesForAdmins = route({
  method: 'GET',
  path: '/admin/nodes',
  access: 'admin',
  summary: 'Nodes of every status, for admins',
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
    counts: countsOfAll(
      ['active', 'banned', 'deleted'],
      ` With a search or a mark each is counted to ${limits.countedNodes} and no further, and so is the total.`,
    ),
  }),
})

export const AdminPublisher = Type.Object({
  ...Publisher.properties,
  nodes: Type.Integer({ description: 'Excludes deleted ones.' }),
  tokens: Type.Integer({ description: 'Tokens that are still valid.' }),
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
        description: 'Part of the id, the name, or the email address of a member.',
      }),
    ),
    status: Type.Optional(PublisherStatus),
  }),
  response: Type.Object({
    ...PageEnvelope,
    publishers: Type.Array(AdminPublisher),
    counts: countsOfAll(['active', 'banned']),
  }),
})

/** Everything that an action would affect, shown before an admin confirms it. */
export const Effects = Type.Object({
  nodes: Type.Integer(),
  versions: Type.Integer({ description: 'Versions that can be installed, or are waiting for approval.' }),
  installs: Type.Integer({ description: 'Downloads of these nodes, all time.' }),
  installsLastMonth: Type.Integer({ description: 'Downloads in the last 30 days.' }),
  tokens: Type.Integer({ description: 'Tokens that stop working.' }),
  members: Type.Integer({ description: 'Members of the publisher; for a ban, the ones banned with it.' }),
  admins: Type.Integer({ description: 'Publishers of the users banned along with it.' }),
  otherPublishers: Type.Integer({ description: 'Publishers in which those users have a role.' }),
  staying: Type.Object(
    { nodes: Type.Integer(), members: Type.Integer() },
    {
      description:
        'For an unban: users and nodes that stay banned because they were banned on its own or with another publisher.',
    },
  ),
})
export type Effects = Static<typeof Effects>

export const getNodeEffects = route({
  method: 'GET',
  path: '/admin/nodes/:nodeId/effects',
  access: 'admin',
  summary: 'Effects of banning, deleting or moving a node',
  params: NodeParams,
  response: Effects,
  errors: ['node_not_found'],
})

export const getPublisherEffects = route({
  method: 'GET',
  path: '/admin/publishers/:publisherId/effects',
  access: 'admin',
  summary: 'Effects of banning a publisher, or lifting its ban',
  params: PublisherParams,
  query: Type.Object({ act: oneOf(['ban', 'unban']) }),
  response: Effects,
  errors: ['publisher_not_found'],
})

export const contactPublisher = route({
  method: 'POST',
  path: '/admin/publishers/:publisherId/contact',
  access: 'admin-token',
  summary: 'Sends an email to every owner of a publisher',
  description: 'Each owner gets a separate email. The event log of the publisher records it.',
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
  response: Type.Object({ sent: Type.Integer({ description: 'Number of emails sent.' }) }),
  errors: ['publisher_not_found', 'nobody_to_write_to', 'not_configured'],
})

export const readProjectPublisher = route({
  method: 'GET',
  path: '/admin/nodes/:nodeId/project-publisher',
  access: 'admin',
  summary: 'The publisher named by the project file on the main branch of a node’s repository',
  params: NodeParams,
  response: Type.Object({
    publisherId: Type.Optional(Type.String({ description: 'Omitted when the file names none.' })),
    repository: Type.String({ description: 'Current owner and name at the code host.' }),
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
  /** Compatibility of the node's latest version; omitted when this is the latest, or there is none. */
  latest: Type.Optional(Compatibility),
  isLatest: Type.Boolean(),
  isOutdated: Type.Boolean({
    description: 'The node differs from its latest version, this one.',
  }),
})
export type VersionCompatibility = Static<typeof VersionCompatibility>

export const listCompatibility = route({
  method: 'GET',
  path: '/admin/compatibility',
  access: 'admin',
  summary: 'The compatibility that versions declare, as stored, newest first',
  query: Type.Object({
    ...PageQuery,
    nodeId: Type.Optional(AnyId),
    version: Type.Optional(AnyId),
    statuses: Type.Optional(Type.Array(NodeVersionStatus)),
    outdated: Type.Optional(
      Type.Boolean({ description: 'Only latest versions that differ from their node.' }),
    ),
  }),
  response: Type.Object({ ...PageEnvelope, versions: Type.Array(VersionCompatibility) }),
})

export const copyCompatibility = route({
  method: 'POST',
  path: '/admin/nodes/:nodeId/copy-compatibility',
  access: 'admin-token',
  summary: 'Copies the compatibility of the latest version to its node',
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
  isAdminByConfiguration: Type.Boolean({ description: 'The role cannot be revoked here.' }),
  isBanned: Type.Boolean(),
  isTrustedReporter: Type.Boolean({ description: 'Whether the reports of the user can hold versions.' }),
  createdAt: Timestamp,
  publishers: Type.Integer({ description: 'Publishers in which the user has a role.' }),
})
export type AdminUser = Static<typeof AdminUser>

export const listUsers = route({
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  summary: 'All users who ever signed in, newest first',
  query: Type.Object({
    ...PageQuery,
    search: Type.Optional(
      Type.String({
        maxLength: limits.searchLength,
        description: 'Part of the name, the email address or the id.',
      }),
    ),
    show: Type.Optional(oneOf(['admins', 'banned', 'unverified'])),
  }),
  response: Type.Object({
    ...PageEnvelope,
    users: Type.Array(AdminUser),
    counts: countsOfAll(['all', 'admins', 'banned', 'unverified']),
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
      nodes: Type.Integer({ description: 'Excludes deleted ones.' }),
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
    { description: 'The last hundred that the user created.' },
  ),
  sessions: Type.Array(
    Type.Object({
      provider: Type.String(),
      secondFactor: Type.Optional(oneOf(['phone', 'totp'])),
      signedInAt: Timestamp,
      usedAt: Timestamp,
    }),
    { description: 'The last hundred sessions of the embedded sign-in, most recently used first.' },
  ),
  acts: Type.Array(PublisherEvent, {
    description: 'The last 50 events by or about the user, newest first.',
  }),
})
export type AdminUserDetail = Static<typeof AdminUserDetail>

export const getUser = route({
  method: 'GET',
  path: '/admin/users/:userId',
  access: 'admin',
  summary: 'One user with everything that belongs to them and their latest actions',
  params: UserParams,
  response: AdminUserDetail,
  errors: ['user_not_found'],
})

export const grantAdmin = route({
  method: 'POST',
  path: '/admin/users/:userId/grant-admin',
  access: 'admin-token',
  summary: 'Makes a user an admin, from the next request on',
  description:
    'Idempotent. The user must have verified the email address, because anyone can sign up with any address.',
  params: UserParams,
  response: NoContent,
  status: 204,
  errors: ['user_not_found', 'email_not_verified'],
})

export const revokeAdmin = route({
  method: 'POST',
  path: '/admin/users/:userId/revoke-admin',
  access: 'admin-token',
  summary: 'Removes the admin role from a user, from the next request on',
  description: 'Idempotent. The last admin cannot be removed.',
  params: UserParams,
  response: NoContent,
  status: 204,
  errors: ['user_not_found', 'last_admin', 'admin_by_configuration'],
})

export const grantTrustedReporter = route({
  method: 'POST',
  path: '/admin/users/:userId/grant-trusted-reporter',
  access: 'admin-token',
  summary: 'Lets the reports of a user hold versions before a moderator has read them',
  description: `Idempotent. Two trusted reporters hold a version, or one within ${limits.trustedReportAloneHours} hours of its release. They lose this when a moderator releases a version that they held.`,
  params: UserParams,
  response: NoContent,
  status: 204,
  errors: ['user_not_found', 'email_not_verified'],
})

export const revokeTrustedReporter = route({
  method: 'POST',
  path: '/admin/users/:userId/revoke-trusted-reporter',
  access: 'admin-token',
  summary: 'Makes the reports of a user wait for a moderator again',
  description: 'Idempotent. Versions that the user holds stay held.',
  params: UserParams,
  response: NoContent,
  status: 204,
  errors: ['user_not_found'],
})
