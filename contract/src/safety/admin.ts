import Type from 'typebox'
import { route } from '../ground/route.ts'
import {
  Duration,
  NoContent,
  NodeVersionStatus,
  oneOf,
  sha256Form,
  Timestamp,
  Uuid,
} from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { Node, NodeFields, NodeParams } from '../packs/nodes.ts'
import { NodeVersion, VersionParams } from '../packs/versions.ts'
import { PublisherEvent } from '../people/publishers.ts'

const list = Type.Optional(
  Type.Array(Type.String({ maxLength: limits.listItemLength }), { maxItems: limits.listItems }),
)
const Batch = Type.Integer({ minimum: 1, maximum: limits.jobBatch, description: 'Default 100.' })

export const generateAdminToken = route({
  method: 'POST',
  path: '/admin/generate-token',
  access: 'signed-in',
  right: 'admin',
  summary: 'A token for admin-only routes, valid for one hour',
  description:
    'Bans, and all writes below `/admin`, need it as the bearer token in place of the ID token. Every request checks again that its holder is an admin.',
  response: Type.Object({ token: Type.String(), expires_at: Timestamp }),
  errors: ['admin_sign_in_required', 'user_banned'],
})

export const createUnclaimedNode = route({
  method: 'POST',
  path: '/admin/nodes',
  access: 'admin-token',
  summary: 'Creates a node, unclaimed unless a publisher is named',
  body: NodeFields,
  response: Node,
  status: 201,
  errors: ['publisher_not_found', 'node_id_invalid', 'node_id_reserved', 'node_exists', 'repository_in_use'],
})

export const updateNodeAsAdmin = route({
  method: 'PUT',
  path: '/admin/nodes/:nodeId',
  access: 'admin-token',
  summary: 'Changes the given fields of any node, including deleted ones',
  params: NodeParams,
  body: NodeFields,
  response: Node,
  errors: ['node_not_found', 'publisher_not_found', 'duplicate_repository', 'transition_refused'],
})

/** A decision about a finding, which stands for the same code in later releases. */
export const Verdict = Type.Object({
  digest: Type.String({ ...sha256Form, description: 'The `digest` of the finding.' }),
  verdict: oneOf(['approved', 'rejected']),
  everywhere: Type.Optional(Type.Boolean({ description: 'Also for this code in other nodes.' })),
})

export const moderateVersion = route({
  method: 'PUT',
  path: '/admin/nodes/:nodeId/versions/:version',
  access: 'admin-token',
  summary: 'Approves, bans or restores a version, or corrects its declared compatibility',
  description: 'Omitted fields keep their values.',
  params: VersionParams,
  body: Type.Object({
    status: Type.Optional(NodeVersionStatus),
    status_reason: Type.Optional(Type.String({ maxLength: limits.reasonLength })),
    expected_status: Type.Optional({
      ...NodeVersionStatus,
      description: 'Refused when the version has a different status by now.',
    }),
    batch_id: Type.Optional({ ...Uuid, description: 'The same for all decisions made together.' }),
    verdicts: Type.Optional(
      Type.Array(Verdict, {
        maxItems: limits.verdicts,
        description:
          'Decisions about single findings. Without one, approving a version approves its findings, and banning it rejects those that were not approved before.',
      }),
    ),
    supported_comfyui_version: Type.Optional(Type.String({ maxLength: limits.rangeLength })),
    supported_comfyui_frontend_version: Type.Optional(Type.String({ maxLength: limits.rangeLength })),
    supported_os: list,
    supported_accelerators: list,
  }),
  response: NodeVersion,
  errors: [
    'node_not_found',
    'version_not_found',
    'version_changed',
    'version_has_no_archive',
    'transition_refused',
  ],
})

export const getVersionHistory = route({
  method: 'GET',
  path: '/admin/nodes/:nodeId/versions/:version/history',
  access: 'admin',
  summary: 'All events of a version, oldest first',
  params: VersionParams,
  response: Type.Object({ events: Type.Array(PublisherEvent) }),
  errors: ['node_not_found', 'version_not_found'],
})

export const reindexNodes = route({
  method: 'POST',
  path: '/nodes/reindex',
  access: 'service',
  summary: 'Rebuilds search entries, the least recently rebuilt first',
  query: Type.Object({ max_batch: Type.Optional(Batch), min_age: Type.Optional(Duration) }),
  response: NoContent,
  errors: ['job_in_progress'],
})

export const updateStars = route({
  method: 'POST',
  path: '/nodes/update-github-stars',
  access: 'service-or-admin',
  summary: 'Refreshes the stars, names and ids of repositories, the least recently refreshed first',
  query: Type.Object({ max_batch: Type.Optional(Batch) }),
  response: NoContent,
  errors: ['job_in_progress'],
})
