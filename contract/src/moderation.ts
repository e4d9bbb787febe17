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
  findings: Type.Integer({ description: 'How many there are.' }),
  blocking: Type.Integer({ description: 'How many of them keep it from being listed.' }),
  worst: Type.Optional(Type.String({ description: 'The message of the first of the worst.' })),
  appeal_waiting: Type.Boolean(),
})
export type ReviewItem = Static<typeof ReviewItem>

export const listReviews = route({
  method: 'GET',
  path: '/admin/versions',
  access: 'admin',
  summary: 'Versions for the moderators, those first that have waited longest',
  description: `Without \`statuses\`: flagged ones. With anything else that is asked for, the total counts to ${limits.countedReviews} and no further.`,
  query: Type.Object({
    ...PageQuery,
    statuses: Type.Optional(Type.Array(NodeVersionStatus)),
    reason: Type.Optional(
      Type.String({ maxLength: limits.searchLength, description: 'Somewhere in the reason of the status.' }),
    ),
    node_id: Type.Optional(AnyId),
    version: Type.Optional(AnyId),
    publisher_id: Type.Optional(AnyId),
    days: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3650, description: 'Only what has waited so long, or longer.' }),
    ),
    appealed: Type.Optional(
      Type.Boolean({ description: 'Only what a publisher waits for an answer about.' }),
    ),
    order: Type.Optional(oneOf(reviewOrders)),
  }),
  response: Type.Object({ ...PageEnvelope, versions: Type.Array(ReviewItem) }),
})

export const ReviewFinding = Type.Object({
  ...PublishFinding.properties,
  known: Type.Boolean({ description: 'The last approved version had it too: rule, file and line of code.' }),
})
export type ReviewFinding = Static<typeof ReviewFinding>

/** All that a moderator wants to know before a decision. */
export const Review = Type.Object({
  version: NodeVersion,
  publisher_id: Type.String(),
  publisher_name: Type.String(),
  node_name: Type.String(),
  repository: Type.Optional(Type.String()),
  since: Timestamp,
  findings: Type.Array(ReviewFinding, { description: 'The worst first.' }),
  base: Type.Optional(
    Type.Object(
      { version: Type.String(), size: Type.Optional(Type.Integer({ description: 'Bytes of its archive.' })) },
      { description: 'The highest active version below it, or else the highest: what it is compared with.' },
    ),
  ),
  capability_changes: Type.Optional(CapabilityChanges),
  emails: Type.Array(Type.String(), { description: 'Of the members of the publisher, owners first.' }),
  counts: Type.Array(Type.Object({ status: NodeVersionStatus, count: Type.Integer() }), {
    description: 'Versions of the node.',
  }),
  others: Type.Array(Type.Object({ version: Type.String(), status: NodeVersionStatus, since: Timestamp }), {
    description: `Of the same node, newest number first, at most ${limits.reviewedOthers}.`,
  }),
  events: Type.Array(PublisherEvent, { description: 'What was done to it, oldest first.' }),
  can_undo: Type.Boolean({ description: 'Its status comes from a decision that can be taken back.' }),
  appeal: Type.Optional(Appeal),
})
export type Review = Static<typeof Review>

export const getReview = route({
  method: 'GET',
  path: '/admin/nodes/:nodeId/versions/:version/review',
  access: 'admin',
  summary: 'What there is to know of a version before a decision about it',
  params: VersionParams,
  response: Review,
  errors: ['node_not_found', 'version_not_found'],
})

export const undoDecision = route({
  method: 'POST',
  path: '/admin/nodes/:nodeId/versions/:version/undo',
  access: 'admin-token',
  summary: 'Takes the last decision of an admin about a version back',
  description:
    'Status and reason become what they were before. Once more takes back the decision before that.',
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
  action: Type.String({ description: 'Such as `version.approve`.' }),
  at: Timestamp,
  status: NodeVersionStatus,
  can_undo: Type.Boolean({ description: 'False where it was undone, or something else was decided since.' }),
})
export type BatchDecision = Static<typeof BatchDecision>

export const getBatch = route({
  method: 'GET',
  path: '/admin/batches/:batchId',
  access: 'admin',
  summary: 'What was decided together, under one batch id',
  params: Type.Object({ batchId: Uuid }),
  response: Type.Object({ decisions: Type.Array(BatchDecision) }),
})
