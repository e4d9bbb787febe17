import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { countsOf, oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { Appeal } from './appeals.ts'
import { NodeParams } from './nodes.ts'
import { NodeVersion, pipelineSteps, StepReport, VersionParams } from './versions.ts'

/** Steps of a version from the publish call to the lists. */
export const timelineSteps = ['announced', ...pipelineSteps] as const

export const TimelineStep = Type.Object({
  ...StepReport.properties,
  step: oneOf(timelineSteps),
  usualMs: Type.Optional(Type.Integer({ description: 'Recent median duration of the step.' })),
})
export type TimelineStep = Static<typeof TimelineStep>

export const publishWaits = [
  'archive', // for the upload, until `until`
  'turn', // for a free worker
  'step', // for the running step
  'another_try', // for the automatic retry of a failed step
  'moderators', // for a decision or a reply
  'publisher', // for a new upload or another version
  'nothing', // it is listed or deleted
] as const
export type PublishWait = (typeof publishWaits)[number]

export const findingSeverities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type FindingSeverity = (typeof findingSeverities)[number]

/** A moderator's decision about the code of a finding. */
export const FindingDecision = Type.Object({
  verdict: oneOf(['approved', 'rejected']),
  at: Timestamp,
  version: Type.String({ description: 'The reviewed version.' }),
  everywhere: Type.Boolean({ description: 'The decision is about this code in every node.' }),
})
export type FindingDecision = Static<typeof FindingDecision>

/** One step of a value on its way to the place of a finding. */
export const FindingStep = Type.Object({
  file: Type.String(),
  line: Type.Integer(),
  kind: oneOf(['source', 'carrier', 'hides', 'sink']),
  noun: Type.String({ description: 'Name of the step: `stored_credentials`, `archive`, `request`, …' }),
  detail: Type.Optional(Type.String({ description: 'A name, a place or a host, shortened.' })),
  left_out: Type.Optional(Type.Integer({ description: 'How many steps before this one are left out.' })),
})
export type FindingStep = Static<typeof FindingStep>

export const PublishFinding = Type.Object({
  rule: Type.String(),
  severity: oneOf(findingSeverities),
  blocks: Type.Boolean({
    description:
      'Keeps a version from being listed until a moderator approves it. False when its code was approved before.',
  }),
  message: Type.String(),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  code: Type.Optional(Type.String({ description: 'The line, or its relevant part.' })),
  why: Type.Optional(Type.String({ description: 'The possible harm.' })),
  fix: Type.Optional(Type.String({ description: 'How the publisher can fix it.' })),
  path: Type.Optional(
    Type.Array(FindingStep, {
      description:
        'How a value gets from its source to this place, in at most 8 steps. Omitted for findings about one place, and for those of earlier releases.',
    }),
  ),
  decision: Type.Optional(FindingDecision),
})
export type PublishFinding = Static<typeof PublishFinding>

/** A part of the comfy-nodes that the code computes only at run time. */
export const UndecidedComfyNode = Type.Object({
  comfyNode: Type.Optional(Type.String()),
  subject: Type.String({ description: 'The undecided part: `nodes`, `name`, `input_types`, `category`, …' }),
  file: Type.String(),
  line: Type.Integer(),
  reason: Type.String(),
})
export type UndecidedComfyNode = Static<typeof UndecidedComfyNode>

/** Everything that a publisher may see about a version. */
export const PublishReport = Type.Object({
  version: NodeVersion,
  publisher_id: Type.String({ description: 'The current publisher of the node.' }),
  timeline: Type.Array(TimelineStep),
  waits_for: oneOf(publishWaits),
  until: Type.Optional(
    Type.String({ format: 'date-time', description: 'Deadline for the upload of the archive.' }),
  ),
  is_read: Type.Boolean({
    description: 'False until the archive is scanned: no findings mean nothing yet.',
  }),
  findings: Type.Array(PublishFinding, { description: 'Most severe first.' }),
  undecided: Type.Array(UndecidedComfyNode),
  decision: Type.Optional(
    Type.Object(
      { message: Type.String(), at: Type.Optional(Timestamp) },
      { description: 'The reason that a moderator gave.' },
    ),
  ),
  appeal: Type.Optional(Appeal),
  usualAnswerSeconds: Type.Optional(
    Type.Integer({ description: 'How long publishers recently waited for a reply from the moderators.' }),
  ),
  mails_wait: Type.Optional(
    Type.Boolean({
      description:
        'Emails about the version wait until the user who published it verifies the address. Omitted otherwise.',
    }),
  ),
  page: Type.String({ description: 'URL of the page of the site that shows this report.' }),
  revision: Type.String({ description: 'Changes whenever the report changes.' }),
})
export type PublishReport = Static<typeof PublishReport>

export const getPublishReport = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/report',
  access: 'signed-in-or-bearer-token',
  right: 'member-or-admin',
  summary: 'Publish progress of a version, and all findings in it',
  description:
    'For members of the publisher, admins, and programs with a publish token of the publisher for this node; also before the archive has arrived, and when it was refused. With `after` and `wait`, the response is sent as soon as the report has another revision, or when the time is up.',
  params: VersionParams,
  query: Type.Object({
    after: Type.Optional(Type.String({ maxLength: 100, description: 'The revision that the client has.' })),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.reportWaitSeconds,
        description: 'Maximum wait in seconds.',
      }),
    ),
  }),
  response: PublishReport,
  errors: ['node_not_found', 'version_not_found', 'not_publisher_owner', 'too_many_at_once'],
})

export const PublishSummary = Type.Object({
  version: NodeVersion,
  waits_for: oneOf(publishWaits),
  is_read: Type.Boolean(),
  findings: countsOf(findingSeverities, 'Number of findings for each severity.'),
  downloads: Type.Integer(),
  appeal: Type.Optional(oneOf(['waiting', 'answered'])),
})
export type PublishSummary = Static<typeof PublishSummary>

export const listPublishReports = route({
  method: 'GET',
  path: '/nodes/:nodeId/reports',
  access: 'signed-in',
  right: 'member-or-admin',
  summary: 'All versions of a node for its publisher, newest number first',
  description:
    'Includes versions whose archive is missing or was refused, and deleted ones: their numbers stay used.',
  params: NodeParams,
  response: Type.Object({ versions: Type.Array(PublishSummary) }),
  errors: ['node_not_found', 'not_publisher_owner'],
})
