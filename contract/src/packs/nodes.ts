import Type from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, NoContent, NodePageQuery, NodeVersionStatus, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { PublisherParams } from '../people/publishers.ts'
import { looksFlag, NodeLook } from './looks.ts'
import { Node, NodeDetail, NodeFields, NodePage, NodeTransfer } from './node-shapes.ts'
import { SearchAnswer, SearchFacets, SearchNarrowing } from './search.ts'
import { NodeVersion } from './versions.ts'

export * from './node-shapes.ts'

const filters = {
  supported_os: Type.Optional(Type.String({ maxLength: limits.listItemLength })),
  supported_accelerator: Type.Optional(Type.String({ maxLength: limits.listItemLength })),
  include_banned: Type.Optional(Type.Boolean()),
}

/** Columns that `sort` accepts; a trailing `;desc` reverses the order. Source: API contract 14.1. */
export const nodeSortColumns = [
  'id',
  'name',
  'create_time',
  'created_at',
  'update_time',
  'updated_at',
  'total_install',
  'downloads',
  'github_stars',
  'search_ranking',
] as const

export const listNodes = route({
  method: 'GET',
  path: '/nodes',
  access: 'public',
  summary: 'The catalog, page by page, in an order that stays the same while a client pages through it',
  description:
    'With `node_id` and without `limit`, one response contains all the named nodes; unknown ids are left out.',
  query: Type.Object({
    ...NodePageQuery,
    ...filters,
    timestamp: Type.Optional(
      Type.String({ format: 'date-time', description: 'Only nodes created or updated after this time.' }),
    ),
    latest: Type.Optional(Type.Boolean({ description: 'Bypasses the short response cache.' })),
    sort: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
    node_id: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Only these nodes. An empty value matches none.',
        // A program that sends the names of its installed packs, and has none, must not get the whole
        // catalogue.
        'x-empty-names-none': true,
      }),
    ),
    comfyui_version: Type.Optional(
      Type.String({ description: 'Accepted for existing clients; does not filter.' }),
    ),
    form_factor: Type.Optional(
      Type.String({ description: 'Accepted for existing clients; does not filter.' }),
    ),
  }),
  response: NodePage,
})

export const searchNodes = route({
  method: 'GET',
  path: '/nodes/search',
  access: 'public',
  summary: 'Nodes that match a text, best first',
  description:
    'The text may contain operators: `publisher:`, `author:`, `tag:`, `category:`, `node:`, `os:`, `gpu:`, `license:`, `updated:30d`, `is:deprecated`, `has:nodes`, `has:example`, `uses:NAME`, `in:IMAGE`, `out:MASK`, `IMAGE -> MASK`. Socket types are known for published versions and for repositories that were read. Matches are counted up to 1,000, and pages end there; without any filter, all nodes are counted. Facets cover the 1,000 most popular matches.',
  query: Type.Object({
    ...NodePageQuery,
    ...filters,
    ...SearchNarrowing,
    ...looksFlag,
    search: Type.Optional(Type.String({ maxLength: limits.searchLength })),
    repository_url_search: Type.Optional(Type.String({ maxLength: limits.urlLength })),
    comfy_node_search: Type.Optional(Type.String({ maxLength: limits.searchLength })),
  }),
  response: Type.Object({
    ...NodePage.properties,
    nodes: Type.Array(
      Type.Object({
        ...Node.properties,
        /** Names of comfy-nodes inside that match the text, or have the sockets that are asked for; at most 20. */
        matched_comfy_nodes: Type.Optional(Type.Array(Type.String())),
        look: Type.Optional(NodeLook),
      }),
    ),
    ...SearchAnswer,
    /** The text that was searched instead, when nothing matched the original one. */
    corrected: Type.Optional(Type.String()),
    facets: Type.Optional(SearchFacets),
  }),
})

export const NodeParams = Type.Object({ nodeId: AnyId })

export const getNode = route({
  method: 'GET',
  path: '/nodes/:nodeId',
  access: 'public',
  summary: 'One node; another letter case of the id redirects to the stored spelling',
  redirects: true,
  params: NodeParams,
  query: Type.Object({
    include_translations: Type.Optional(Type.Boolean()),
    include_counts: Type.Optional(
      Type.Boolean({
        description:
          'Adds `reading_count`, `advisory_count` and `is_used`, so that empty lists need no request, and `relatives`.',
      }),
    ),
    ...looksFlag,
  }),
  response: NodeDetail,
  errors: ['node_not_found', 'node_banned'],
})

const DownloadDays = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.downloadDays.max,
      description: `Default ${limits.downloadDays.default}.`,
    }),
  ),
})

export const getNodeDownloads = route({
  method: 'GET',
  path: '/nodes/:nodeId/downloads',
  access: 'public',
  summary: 'Installs of a node for each day in UTC, up to today',
  params: NodeParams,
  query: DownloadDays,
  response: Type.Object({
    from: Type.String({ format: 'date', description: 'The day of the first count.' }),
    counts: Type.Array(Type.Integer(), { description: 'One count for each day; the last is today, so far.' }),
  }),
  errors: ['node_not_found', 'node_banned'],
})

export const getVersionDownloads = route({
  method: 'GET',
  path: '/nodes/:nodeId/downloads/versions',
  access: 'public',
  summary: 'Installs of each version of a node for each day in UTC, up to today',
  description: `The ${limits.versionsOfDownloads} versions with the most installs in this period are listed separately, the others together.`,
  params: NodeParams,
  query: DownloadDays,
  response: Type.Object({
    from: Type.String({ format: 'date', description: 'The day of the first count.' }),
    versions: Type.Array(
      Type.Object({ version: Type.String(), total: Type.Integer(), counts: Type.Array(Type.Integer()) }),
      { description: 'Most installs first.' },
    ),
    others: Type.Array(Type.Integer(), { description: 'Installs of all other versions together.' }),
  }),
  errors: ['node_not_found', 'node_banned'],
})

export const installNode = route({
  method: 'GET',
  path: '/nodes/:nodeId/install',
  access: 'public-or-bearer-token',
  summary: 'The version to install, with the URL of its archive; counts as one install',
  description:
    'Returns the latest active version without `version`. A version that is still being checked or waits for a moderator (pending or flagged) is held: only owners, their publish tokens and admins get it and its archive. Other callers get 403 `version_held` with the page that explains it, and the request does not count. Has no ETag: a launcher keeps using a response that it has an ETag for, even after the version is refused.',
  etag: false,
  params: NodeParams,
  query: Type.Object({ version: Type.Optional(Type.String({ maxLength: limits.bulkIdentifierLength })) }),
  response: NodeVersion,
  errors: [
    'node_not_found',
    'node_banned',
    'version_invalid',
    'version_not_found',
    'version_killed',
    'version_held',
    'no_installable_version',
  ],
})

export const listPublisherNodes = route({
  method: 'GET',
  path: '/publishers/:publisherId/nodes',
  access: 'public',
  summary: `The first ${limits.nodePageSize.max} nodes of a publisher as a bare list, for old clients`,
  params: PublisherParams,
  query: Type.Object({ include_banned: filters.include_banned }),
  response: Type.Array(Node),
})

export const listPublisherNodesPaged = route({
  method: 'GET',
  path: '/publishers/:publisherId/nodes/v2',
  access: 'public',
  summary: 'The nodes of a publisher, page by page',
  params: PublisherParams,
  description:
    'With `include_newest`, each node includes its newest version, which may be pending or flagged, unlike the latest one.',
  query: Type.Object({
    ...NodePageQuery,
    include_banned: filters.include_banned,
    include_newest: Type.Optional(Type.Boolean()),
    ...looksFlag,
  }),
  response: Type.Object({
    ...NodePage.properties,
    nodes: Type.Array(
      Type.Object({
        ...Node.properties,
        /**
         * The highest version number among versions that have an archive and are neither banned nor deleted.
         */
        newest_version: Type.Optional(
          Type.Object({ version: Type.String(), status: NodeVersionStatus, createdAt: Timestamp }),
        ),
        look: Type.Optional(NodeLook),
      }),
    ),
  }),
})

export const PublisherNodeParams = Type.Object({ publisherId: AnyId, nodeId: AnyId })

/** Refusals that any editor of a publisher's node can get. */
export const ofNodeEditors = [
  'user_banned',
  'node_banned',
  'publisher_not_found',
  'not_publisher_owner',
  'node_of_other_publisher',
  'node_not_found',
] as const

export const createNode = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes',
  access: 'signed-in',
  right: 'owner',
  summary: 'Creates a node that has no version yet',
  params: PublisherParams,
  body: NodeFields,
  response: Node,
  status: 201,
  errors: [
    'user_banned',
    'publisher_not_found',
    'not_publisher_owner',
    'node_id_invalid',
    'node_id_reserved',
    'node_id_taken',
    'duplicate_repository',
  ],
})

export const updateNode = route({
  method: 'PUT',
  path: '/publishers/:publisherId/nodes/:nodeId',
  access: 'signed-in',
  right: 'owner-or-admin',
  summary: 'Changes the given fields of a node',
  description:
    'Owners set the public texts. Admins, with an ID token, also set the ranking, admin tags, preempted names and the status; banning or moving the node takes the admin token.',
  params: PublisherNodeParams,
  body: NodeFields,
  response: Node,
  errors: [...ofNodeEditors, 'duplicate_repository', 'transition_refused', 'admin_token_required'],
})

export const deleteNode = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/nodes/:nodeId',
  access: 'signed-in',
  right: 'owner-or-admin',
  summary: 'Deletes a node with its versions; its id stays taken',
  description: 'Publishing to it again restores it with the new version only.',
  params: PublisherNodeParams,
  response: NoContent,
  status: 204,
  errors: [...ofNodeEditors, 'transition_refused'],
})

export const banNode = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes/:nodeId/ban',
  access: 'admin-token',
  summary: 'Bans a node; its versions keep their statuses',
  params: PublisherNodeParams,
  response: NoContent,
  status: 204,
  errors: ['publisher_not_found', 'node_not_found', 'transition_refused'],
})

export const claimNode = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes/:nodeId/claim-my-node',
  access: 'signed-in',
  right: 'owner',
  summary: 'Claims an unclaimed node for a publisher, with a token of an administrator of its repository',
  description:
    'For a node that the publisher already owns, it proves control of its repository, or of the one named by `repository`: nodes of other publishers that name it without proof lose it. The token is used for this request and not stored.',
  params: PublisherNodeParams,
  body: Type.Object({
    GH_TOKEN: Type.String({ minLength: 1, maxLength: limits.nameLength }),
    repository: Type.Optional(Type.String({ maxLength: limits.urlLength })),
  }),
  response: NoContent,
  status: 204,
  errors: [
    'user_banned',
    'publisher_not_found',
    'not_publisher_owner',
    'node_not_found',
    'node_banned',
    'node_not_unclaimed',
    'repository_unusable',
    'repository_in_use',
    'code_host_token_refused',
    'not_repository_admin',
    'code_host_rate_limited',
    'code_host_unavailable',
  ],
})

export const offerNode = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes/:nodeId/transfer',
  access: 'signed-in',
  right: 'owner-or-admin',
  summary: 'Offers a node to another publisher, which must accept the offer',
  params: PublisherNodeParams,
  body: Type.Object({ to: AnyId }),
  response: NodeTransfer,
  status: 201,
  errors: [...ofNodeEditors, 'transfer_to_itself', 'transfer_exists'],
})

export const listTransfers = route({
  method: 'GET',
  path: '/publishers/:publisherId/transfers',
  access: 'signed-in',
  right: 'owner',
  summary: 'Node transfers that a publisher has offered or been offered, newest first',
  params: PublisherParams,
  response: Type.Array(NodeTransfer),
  errors: ['publisher_not_found', 'not_publisher_owner'],
})

const TransferParams = Type.Object({
  ...PublisherParams.properties,
  transferId: Type.String({ format: 'uuid' }),
})

export const acceptTransfer = route({
  method: 'POST',
  path: '/publishers/:publisherId/transfers/:transferId/accept',
  access: 'signed-in',
  right: 'owner',
  summary: 'Accepts a node that is offered to this publisher',
  params: TransferParams,
  response: Node,
  errors: [
    'user_banned',
    'publisher_not_found',
    'not_publisher_owner',
    'transfer_not_found',
    'node_banned',
    'publisher_banned',
  ],
})

export const endTransfer = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/transfers/:transferId',
  access: 'signed-in',
  right: 'owner',
  summary: 'Withdraws an offer, or declines it',
  params: TransferParams,
  response: NoContent,
  status: 204,
  errors: ['user_banned', 'publisher_not_found', 'not_publisher_owner', 'transfer_not_found'],
})

export const reviewNode = route({
  method: 'POST',
  path: '/nodes/:nodeId/reviews',
  access: 'signed-in',
  summary: 'Rates a node with stars; a second review by the same user replaces the first',
  params: NodeParams,
  query: Type.Object({ star: Type.Integer({ minimum: 1, maximum: 5 }) }),
  response: Node,
  errors: ['user_banned', 'node_not_found', 'node_banned'],
})

export const translateNode = route({
  method: 'POST',
  path: '/nodes/:nodeId/translations',
  access: 'service-or-admin',
  summary: 'Adds translations of a node; other languages and fields stay unchanged',
  params: NodeParams,
  body: Type.Object({ data: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())) }),
  response: NoContent,
  status: 201,
  errors: ['node_not_found'],
})
