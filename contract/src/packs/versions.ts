import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import {
  AnyId,
  Duration,
  ExtractStatus,
  NoContent,
  NodeVersionStatus,
  oneOf,
  sha256Form,
  Timestamp,
} from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { HeldFor } from './held-for.ts'
import { Capability, CapabilityChanges, Provenance } from './version-facts.ts'

export * from './version-facts.ts'

/** Why the tool cannot load a version on any machine. */
export const LoadFailure = Type.Object({
  rule: Type.String(),
  message: Type.String(),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  allowed: Type.Optional(Type.Boolean({ description: 'Its publisher released the version in spite of it.' })),
})
export type LoadFailure = Static<typeof LoadFailure>

/** One release of a node. Its number and its archive never change. Source: clients 2.2. */
export const NodeVersion = Type.Object({
  id: Type.String({ format: 'uuid' }),
  node_id: Type.String(),
  version: Type.String({ description: 'Three integers, such as 1.2.3.' }),
  createdAt: Timestamp,
  changelog: Type.String(),
  dependencies: Type.Array(Type.String(), { description: 'Requirement lines for pip.' }),
  deprecated: Type.Boolean(),
  downloadUrl: Type.Optional(
    Type.String({
      description:
        'Omitted for callers who cannot install the version: until its archive has arrived, when an advisory refuses it, and, except for its editors and moderators, while it is held (pending or flagged).',
    }),
  ),
  refusedBy: Type.Optional(Type.String({ description: 'The advisory that refuses the version.' })),
  status: NodeVersionStatus,
  held_for: HeldFor,
  status_reason: Type.Optional(
    Type.String({
      description:
        'Only included on request. Owners (also with a publish token) and admins get the full reason, other callers only why the version is unavailable.',
    }),
  ),
  comfy_node_extract_status: ExtractStatus,
  supported_os: Type.Array(Type.String()),
  supported_accelerators: Type.Array(Type.String()),
  supported_comfyui_version: Type.Optional(Type.String()),
  supported_comfyui_frontend_version: Type.Optional(Type.String()),
  tags: Type.Array(Type.String()),
  tags_admin: Type.Optional(Type.Array(Type.String())),
  sha256: Type.Optional(Type.String({ ...sha256Form, description: 'Digest of the archive.' })),
  size: Type.Optional(Type.Integer({ description: 'Size of the archive in bytes.' })),
  yankedAt: Type.Optional(Timestamp),
  yankReason: Type.Optional(Type.String()),
  deprecationMessage: Type.Optional(Type.String({ description: 'A note from the publisher.' })),
  load_failures: Type.Optional(
    Type.Array(LoadFailure, {
      description:
        'Why the tool certainly cannot load the version. Omitted for other versions. A version with failures that its publisher did not allow is listed, but cannot be the latest.',
    }),
  ),
  file_count: Type.Optional(
    Type.Integer({ description: 'Number of files in the archive, without folders.' }),
  ),
  left_out: Type.Optional(
    Type.Array(Type.String(), {
      description: `Fields that are empty because the list has more than ${limits.listedTextBytes} bytes of them. Read the version alone.`,
    }),
  ),
})
export type NodeVersion = Static<typeof NodeVersion>

/** The steps of the publish pipeline, in order. */
export const pipelineSteps = ['received', 'checked', 'extracted', 'scanned', 'listed'] as const
export type PipelineStep = (typeof pipelineSteps)[number]

export const StepReport = Type.Object({
  step: oneOf(pipelineSteps),
  state: oneOf(['waiting', 'running', 'done', 'failed']),
  startedAt: Type.Optional(Timestamp),
  finishedAt: Type.Optional(Timestamp),
  attempts: Type.Integer(),
  message: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
})
export type StepReport = Static<typeof StepReport>

export const VersionParams = Type.Object({ nodeId: AnyId, version: AnyId })

export const listNodeVersions = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions',
  access: 'public-or-bearer-token',
  summary: 'The versions of a node as a bare list, newest number first',
  description:
    'Without `statuses`: active, pending and flagged versions that have an archive; the latter two are held and listed without `downloadUrl`, except for their editors and moderators. Editors can request banned ones, admins deleted ones.',
  params: Type.Object({ nodeId: AnyId }),
  query: Type.Object({
    statuses: Type.Optional(Type.Array(NodeVersionStatus)),
    include_status_reason: Type.Optional(Type.Boolean()),
    limit: Type.Optional(
      Type.Integer({ description: 'At most this many of the newest. All when omitted or below 1.' }),
    ),
  }),
  response: Type.Array(NodeVersion),
  errors: ['node_not_found', 'node_banned'],
})

export const getNodeVersion = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version',
  access: 'public-or-bearer-token',
  summary: 'One version, by its number',
  params: VersionParams,
  response: Type.Object({
    ...NodeVersion.properties,
    pipeline: Type.Optional(Type.Array(StepReport)),
    /** Omitted when it was not recorded, for example for imported versions. */
    published_by: Type.Optional(
      Type.Object({
        publisher_id: Type.String({
          description: 'The publisher at that time; the node may have moved since.',
        }),
        name: Type.Optional(Type.String({ description: 'The name of the user whose token it was.' })),
      }),
    ),
    /** Omitted when the version was published with a stored token. */
    provenance: Type.Optional(Provenance),
    /** The last earlier version with a known provenance; only when this version has none. */
    provenance_last_seen: Type.Optional(Type.String()),
    /** Omitted until the archive is scanned. */
    capabilities: Type.Optional(Type.Array(Capability)),
    /** Omitted for the lowest version, and until both versions are scanned. */
    capability_changes: Type.Optional(CapabilityChanges),
    /** Rendered and sanitized HTML of this version's README. */
    readme_html: Type.Optional(Type.String()),
  }),
  errors: ['node_not_found', 'node_banned', 'version_not_found'],
})

export const VersionPage = Type.Object({
  total: Type.Integer(),
  versions: Type.Array(NodeVersion),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  totalPages: Type.Integer(),
})

export const listVersions = route({
  method: 'GET',
  path: '/versions',
  access: 'public-or-bearer-token',
  summary: 'Versions of all nodes, newest first',
  query: Type.Object({
    nodeId: Type.Optional(AnyId),
    statuses: Type.Optional(Type.Array(NodeVersionStatus)),
    include_status_reason: Type.Optional(Type.Boolean()),
    status_reason: Type.Optional(Type.String({ maxLength: limits.searchLength })),
    page: Type.Optional(Type.Integer()),
    pageSize: Type.Optional(Type.Integer({ maximum: limits.pageSize.max })),
  }),
  response: VersionPage,
  errors: ['not_admin'],
})

const Identifier = Type.Object({ node_id: Type.String(), version: Type.String() })

export const BulkResult = Type.Object({
  identifier: Identifier,
  status: oneOf(['success', 'not_found', 'error']),
  node_version: Type.Optional(NodeVersion),
  error_message: Type.Optional(Type.String()),
})
export type BulkResult = Static<typeof BulkResult>

export const bulkVersions = route({
  method: 'POST',
  path: '/bulk/nodes/versions',
  access: 'public',
  summary: 'Many versions by node and number, one result for each, in the same order',
  description: `At most ${limits.bulkIdentifiers} identifiers. One bad identifier does not fail the others. Held versions (pending or flagged) are found, without \`downloadUrl\`.`,
  body: Type.Object({ node_versions: Type.Array(Type.Unknown()) }),
  response: Type.Object({ node_versions: Type.Array(BulkResult) }),
  errors: ['too_many_identifiers'],
})

const textOrNull = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))
const listOrNull = Type.Optional(
  Type.Union([
    Type.Array(Type.String({ maxLength: limits.listItemLength }), { maxItems: limits.listItems }),
    Type.Null(),
  ]),
)

const compatibility = {
  supported_os: listOrNull,
  supported_accelerators: listOrNull,
  supported_comfyui_version: textOrNull(limits.rangeLength),
  supported_comfyui_frontend_version: textOrNull(limits.rangeLength),
}

const allowedFailures = Type.Optional(
  Type.Array(Type.String({ maxLength: limits.listItemLength }), {
    maxItems: limits.listItems,
    description: 'Rules of load failures that do not keep the version from being the latest.',
  }),
)

/**
 * The node fields that the command-line client sends. A missing key, or null, leaves the field unchanged.
 * Source: clients 4.1.
 */
export const PublishedNode = Type.Object({
  id: Type.Optional(Type.String()),
  name: textOrNull(limits.nameLength),
  description: textOrNull(limits.descriptionLength),
  author: textOrNull(limits.nameLength),
  icon: textOrNull(limits.urlLength),
  banner_url: textOrNull(limits.urlLength),
  license: textOrNull(limits.licenseLength),
  repository: textOrNull(limits.urlLength),
  tags: listOrNull,
  ...compatibility,
})
export type PublishedNode = Static<typeof PublishedNode>

export const PublishedVersion = Type.Object({
  version: Type.String({ maxLength: limits.bulkIdentifierLength }),
  changelog: textOrNull(limits.changelogLength),
  dependencies: Type.Optional(
    Type.Union([
      Type.Array(Type.String({ maxLength: limits.dependencyLength }), { maxItems: limits.dependencies }),
      Type.Null(),
    ]),
  ),
  deprecated: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  ...compatibility,
  allowed_failures: allowedFailures,
  /** Announces the archive's digest: an upload with another digest is refused. */
  sha256: Type.Optional(Type.String(sha256Form)),
  /** Announces the archive's size in bytes. */
  size: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type PublishedVersion = Static<typeof PublishedVersion>

export const publishVersion = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes/:nodeId/versions',
  access: 'publish-token',
  summary: 'Announces a version; the response contains the upload URL of its archive',
  description: `Send the archive there with PUT within ${limits.uploadMinutes} minutes. Announcing a version again whose archive has not arrived returns a new URL.`,
  params: Type.Object({ publisherId: AnyId, nodeId: AnyId }),
  body: Type.Object({
    personal_access_token: Type.String({ maxLength: limits.tokenNameLength }),
    node: PublishedNode,
    node_version: PublishedVersion,
    code_host_token: Type.Optional(
      Type.String({
        maxLength: limits.tokenNameLength,
        description:
          'Claims an unclaimed node with this id or alias: a token of an administrator of its repository. It is not stored. A build of that repository needs none.',
      }),
    ),
  }),
  response: Type.Object({ signedUrl: Type.String(), node_version: NodeVersion }),
  status: 201,
  errors: [
    'publisher_banned',
    'node_banned',
    'node_of_other_publisher',
    'publisher_unknown_for_token',
    'invalid_publish_token',
    'publish_token_of_other_publisher',
    'publish_token_out_of_scope',
    'publish_token_used',
    'second_factor_required',
    'node_id_invalid',
    'node_id_reserved',
    'duplicate_repository',
    'version_invalid',
    'version_taken',
    'repository_unusable',
    'not_repository_admin',
    'code_host_token_refused',
    'code_host_rate_limited',
    'code_host_unavailable',
  ],
})

const OwnVersionParams = Type.Object({
  publisherId: AnyId,
  nodeId: AnyId,
  versionId: Type.String({
    maxLength: limits.bulkIdentifierLength,
    description: 'The id of the version, or its number.',
  }),
})
const ofVersionEditors = [
  'user_banned',
  'node_banned',
  'publisher_not_found',
  'not_publisher_owner',
  'node_of_other_publisher',
  'node_not_found',
  'version_not_found',
  'missing_credential',
  'invalid_publish_token',
  'publish_token_of_other_publisher',
  'publish_token_out_of_scope',
] as const

export const updateVersion = route({
  method: 'PUT',
  path: '/publishers/:publisherId/nodes/:nodeId/versions/:versionId',
  access: 'signed-in-or-publish-token',
  right: 'owner-or-admin',
  summary: 'Changes the changelog of a version, deprecates it, or allows its load failures',
  description:
    'A deprecated version keeps its status and can still be the latest. Its message is removed when the deprecation is lifted. A publish token with the action `publish-update` can be the bearer token.',
  params: OwnVersionParams,
  body: Type.Object({
    changelog: textOrNull(limits.changelogLength),
    deprecated: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    deprecation_message: textOrNull(limits.deprecationMessageLength),
    allowed_failures: allowedFailures,
  }),
  response: NodeVersion,
  errors: ofVersionEditors,
})

export const deleteVersion = route({
  method: 'DELETE',
  path: '/publishers/:publisherId/nodes/:nodeId/versions/:versionId',
  access: 'signed-in-or-publish-token',
  right: 'owner-or-admin',
  summary: 'Deletes a version; its number stays used',
  description: 'A publish token with the actions `publish-update` and `yank` can be the bearer token.',
  params: OwnVersionParams,
  response: NoContent,
  status: 204,
  errors: [...ofVersionEditors, 'transition_refused'],
})

const token = Type.Optional(
  Type.String({
    maxLength: limits.tokenNameLength,
    description: 'Replaces a sign-in, or the token as bearer token.',
  }),
)

export const yankVersion = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes/:nodeId/versions/:versionId/yank',
  access: 'signed-in-or-publish-token',
  right: 'owner-or-admin',
  summary: 'Hides a version from new installs; installs that name it keep working',
  description: 'A yanked version is never the latest.',
  params: OwnVersionParams,
  body: Type.Object({
    reason: Type.String({ minLength: 1, maxLength: limits.yankReasonLength }),
    personal_access_token: token,
  }),
  response: NodeVersion,
  errors: [...ofVersionEditors, 'already_yanked'],
})

export const unyankVersion = route({
  method: 'POST',
  path: '/publishers/:publisherId/nodes/:nodeId/versions/:versionId/unyank',
  access: 'signed-in-or-publish-token',
  right: 'owner-or-admin',
  summary: 'Undoes a yank',
  params: OwnVersionParams,
  body: Type.Object({ personal_access_token: token }),
  response: NodeVersion,
  errors: [...ofVersionEditors, 'not_yanked'],
})

export const scanPendingVersions = route({
  method: 'GET',
  path: '/security-scan',
  access: 'service',
  summary: 'Schedules overdue checks of pending versions',
  description:
    'Changes data although it is a GET, because schedulers call it so. Ages look like `30m` or `1h30m`.',
  query: Type.Object({
    minAge: Type.Optional(Duration),
    minSecurityScanAge: Type.Optional(Duration),
    maxNodes: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.jobBatch })),
  }),
  response: NoContent,
})
