import Type, { type Static } from 'typebox'
import { Appeal } from './appeals.ts'
import { limits } from './limits.ts'
import { PublishFinding } from './publish-reports.ts'
import { PublisherEvent } from './publishers.ts'
import { route } from './route.ts'
import { AnyId, NodeVersionStatus, oneOf, PageEnvelope, PageQuery, Timestamp, Uuid } from './shapes.ts'
import { CapabilityChanges, NodeVersion, VersionParams } from './versions.ts'

export const reviewOrders = ['oldest', 'newest'] as const

/** A version as the review queue lists it. */
export const ReviewItem = Type.Object({
  node_id: Type.String(),
  version: Type.String(),
  publisher_id: Type.String(),
  status: NodeVersionStatus,
  since: Type.String({ format: 'date-time', description: 'Since when it has this status.' }),
  createdAt: Timestamp,
  findings: Type.Integer({ description: 'Number of findings.' }),
  blocking: Type.Integer({ description: 'Number of findings that keep it from being listed.' }),
  worst: Type.Optional(Type.String({ description: 'Message of the first of the most severe findings.' })),
  appeal_waiting: Type.Boolean(),
})
export type ReviewItem = Static<typeof ReviewItem>

export const listReviews = route({
  method: 'GET',
  path: '/admin/versions',
  access: 'admin',
  summary: 'Versions waiting for a moderator, longest wait first',
  description: `Defaults to flagged versions. With any other filter, the total stops at ${limits.countedReviews}.`,
  query: Type.Object({
    ...PageQuery,
    statuses: Type.Optional(Type.Array(NodeVersionStatus)),
    reason: Type.Optional(
      Type.String({ maxLength: limits.searchLength, description: 'Part of the reason of the status.' }),
    ),
    node_id: Type.Optional(AnyId),
    version: Type.Optional(AnyId),
    publisher_id: Type.Optional(AnyId),
    days: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3650,
        description: 'Minimum time that the version has been waiting.',
      }),
    ),
    appealed: Type.Optional(
      Type.Boolean({ description: 'Only versions with an appeal waiting for a reply.' }),
    ),
    order: Type.Optional(oneOf(reviewOrders)),
  }),
  response: Type.Object({ ...PageEnvelope, versions: Type.Array(ReviewItem) }),
})

export const ReviewFinding = Type.Object({
  ...PublishFinding.properties,
  known: Type.Boolean({
    description: 'The last approved version also had it: the same rule, file and line of code.',
  }),
})
export type ReviewFinding = Static<typeof ReviewFinding>

/** Everything that a moderator needs before a decision. */
export const Review = Type.Object({
  version: NodeVersion,
  publisher_id: Type.String(),
  publisher_name: Type.String(),
  node_name: Type.String(),
  repository: Type.Optional(Type.String()),
  since: Timestamp,
  findings: Type.Array(ReviewFinding, { description: 'Most severe first.' }),
  base: Type.Optional(
    Type.Object(
      {
        version: Type.String(),
        size: Type.Optional(Type.Integer({ description: 'Size of its archive in bytes.' })),
      },
      {
        description:
          'The version to compare with: the highest active version below it, or else the highest one.',
      },
    ),
  ),
  capability_changes: Type.Optional(CapabilityChanges),
  emails: Type.Array(Type.String(), {
    description: 'Email addresses of the members of the publisher, owners first.',
  }),
  counts: Type.Array(Type.Object({ status: NodeVersionStatus, count: Type.Integer() }), {
    description: 'Number of versions of the node.',
  }),
  others: Type.Array(Type.Object({ version: Type.String(), status: NodeVersionStatus, since: Timestamp }), {
    description: `Other versions of the node, newest number first, at most ${limits.reviewedOthers}.`,
  }),
  events: Type.Array(PublisherEvent, { description: 'Its events, oldest first.' }),
  can_undo: Type.Boolean({ description: 'Its status comes from a decision that can be undone.' }),
  appeal: Type.Optional(Appeal),
})
export type Review = Static<typeof Review>

export const getReview = route({
  method: 'GET',
  path: '/admin/nodes/:nodeId/versions/:version/review',
  access: 'admin',
  summary: 'Everything a moderator needs for a decision about a version',
  params: VersionParams,
  response: Review,
  errors: ['node_not_found', 'version_not_found'],
})

export const undoDecision = route({
  method: 'POST',
  path: '/admin/nodes/:nodeId/versions/:version/undo',
  access: 'admin-token',
  summary: 'Undoes the last decision of an admin about a version',
  description: 'Restores the previous status and reason. Another call undoes the decision before that.',
  params: VersionParams,
  response: NodeVersion,
  errors: [
    'node_not_found',
    'version_not_found',
    'nothing_to_undo',
    'version_has_no_archive',
    'transition_refused',
  ],
})

export const BatchDecision = Type.Object({
  node_id: Type.String(),
  version: Type.String(),
  action: Type.String({ description: 'An action, such as `version.approve`.' }),
  at: Timestamp,
  status: NodeVersionStatus,
  can_undo: Type.Boolean({ description: 'False when it was undone, or a later decision replaced it.' }),
})
export type BatchDecision = Static<typeof BatchDecision>

export const getBatch = route({
  method: 'GET',
  path: '/admin/batches/:batchId',
  access: 'admin',
  summary: 'The decisions made under one batch id',
  params: Type.Object({ batchId: Uuid }),
  response: Type.Object({ decisions: Type.Array(BatchDecision) }),
})
