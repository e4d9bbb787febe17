import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import {
  AnyId,
  NodeVersionStatus,
  oneOf,
  PageEnvelope,
  PageQuery,
  Timestamp,
  Uuid,
} from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { Appeal } from '../packs/appeals.ts'
import { FindingDecision, findingSeverities, PublishFinding } from '../packs/publish-reports.ts'
import { CapabilityChanges, NodeVersion, VersionParams } from '../packs/versions.ts'
import { PublisherEvent } from '../people/publishers.ts'

export const reviewOrders = ['urgent', 'oldest', 'newest'] as const

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
  same_code: Type.Integer({
    description: 'Number of other waiting versions, of any node, with a finding in the same code.',
  }),
})
export type ReviewItem = Static<typeof ReviewItem>

export const listReviews = route({
  method: 'GET',
  path: '/admin/versions',
  access: 'admin',
  summary: 'Versions waiting for a moderator, most urgent first',
  description: `Defaults to flagged versions. Urgent are those with a high risk, many users and a long wait; other statuses are listed by their wait. With any other filter, the total stops at ${limits.countedReviews}.`,
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

export const CodePart = Type.Object({
  file: Type.String(),
  name: Type.String({ description: 'The function or class; empty outside both and for a whole file.' }),
  line: Type.Integer(),
  text: Type.Optional(
    Type.String({ description: 'Omitted for long code, and for files that are not text.' }),
  ),
})
export type CodePart = Static<typeof CodePart>

export const ChangedPart = Type.Object({
  file: Type.String(),
  name: Type.String(),
  line: Type.Integer(),
  before: Type.Optional(Type.String({ description: 'Omitted when the code is new.' })),
  after: Type.Optional(Type.String({ description: 'Omitted when the code is gone.' })),
})
export type ChangedPart = Static<typeof ChangedPart>

export const ReviewFinding = Type.Object({
  ...PublishFinding.properties,
  known: Type.Boolean({
    description: 'The last approved version also had it: the same rule, file and line of code.',
  }),
  digest: Type.Optional(
    Type.String({
      description: 'Identifies the code that the finding rests on. Set for findings that hold a version.',
    }),
  ),
  parts: Type.Optional(Type.Array(CodePart, { description: 'That code.' })),
  change: Type.Optional(
    Type.Object(
      {
        since: Type.Object({ ...FindingDecision.properties, reason: Type.String() }),
        parts: Type.Array(ChangedPart),
      },
      { description: 'The differences from the code of the last decision about this rule and function.' },
    ),
  ),
  settles: Type.Optional(
    Type.Object(
      { waiting: Type.Integer(), releases: Type.Integer(), nodes: Type.Integer() },
      {
        description:
          'Counts of other versions with the same code: those waiting now, all of them, and their nodes.',
      },
    ),
  ),
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
  trust: oneOf(
    ['new', 'known', 'established'],
    'How far the publisher and this release are trusted, which decides which decisions count.',
  ),
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

/** A decision about code, which stands for later releases. */
export const ScanDecision = Type.Object({
  id: Uuid,
  node_id: Type.Optional(Type.String({ description: 'Omitted for a decision about every node.' })),
  rule: Type.String(),
  severity: oneOf(findingSeverities),
  verdict: oneOf(['approved', 'rejected']),
  reason: Type.String(),
  version: Type.String({ description: 'The reviewed version.' }),
  file: Type.String(),
  name: Type.String({ description: 'The function or class.' }),
  digest: Type.String(),
  decidedBy: Type.Optional(Type.String({ description: 'Name of the admin.' })),
  at: Timestamp,
  until: Type.String({ format: 'date-time', description: 'Later releases wait for a decision again.' }),
  settled: Type.Integer({ description: 'Number of versions that it settled without a person.' }),
})
export type ScanDecision = Static<typeof ScanDecision>

export const listDecisions = route({
  method: 'GET',
  path: '/admin/decisions',
  access: 'admin',
  summary: 'Decisions about code that stand, newest first',
  query: Type.Object({
    ...PageQuery,
    node_id: Type.Optional(AnyId),
    verdict: Type.Optional(oneOf(['approved', 'rejected'])),
  }),
  response: Type.Object({ ...PageEnvelope, decisions: Type.Array(ScanDecision) }),
})

export const revokeDecision = route({
  method: 'POST',
  path: '/admin/decisions/:decisionId/revoke',
  access: 'admin-token',
  summary: 'Ends a decision about code: later releases with that code wait for a moderator again',
  description: 'Versions that are listed stay listed until a rescan is applied.',
  params: Type.Object({ decisionId: Uuid }),
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: limits.banReasonLength }) }),
  response: ScanDecision,
  errors: ['decision_not_found'],
})
