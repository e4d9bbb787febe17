import Type, { type Static } from 'typebox'
import { Appeal } from './appeals.ts'
import { limits } from './limits.ts'
import { NodeParams } from './nodes.ts'
import { route } from './route.ts'
import { oneOf, Timestamp } from './shapes.ts'
import { NodeVersion, pipelineSteps, StepReport, VersionParams } from './versions.ts'

/** Steps of a version from the publish call to the lists. */
export const timelineSteps = ['announced', ...pipelineSteps] as const
export type TimelineStepName = (typeof timelineSteps)[number]

export const TimelineStep = Type.Object({
  ...StepReport.properties,
  step: oneOf(timelineSteps),
  usualMs: Type.Optional(Type.Integer({ description: 'How long the step took lately, by the median.' })),
})
export type TimelineStep = Static<typeof TimelineStep>

export const publishWaits = [
  'archive', // the upload, until `until`
  'turn', // a free worker
  'step', // the step that runs
  'another_try', // a step failed that is tried again by itself
  'moderators', // a decision, or an answer
  'publisher', // a new upload, or another version
  'nothing', // it is listed, or deleted
] as const
export type PublishWait = (typeof publishWaits)[number]

export const findingSeverities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type FindingSeverity = (typeof findingSeverities)[number]

/** One thing that was found in a version. */
export const PublishFinding = Type.Object({
  rule: Type.String(),
  severity: oneOf(findingSeverities),
  blocks: Type.Boolean({ description: 'Keeps a version from being listed until a moderator looked at it.' }),
  message: Type.String(),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  code: Type.Optional(Type.String({ description: 'The line, or what of it matters.' })),
  why: Type.Optional(Type.String({ description: 'What could go wrong.' })),
  fix: Type.Optional(Type.String({ description: 'What the publisher can do.' })),
})
export type PublishFinding = Static<typeof PublishFinding>

/** Something about the comfy-nodes that could not be read from the code without running it. */
export const UndecidedComfyNode = Type.Object({
  comfyNode: Type.Optional(Type.String()),
  subject: Type.String({ description: 'What is open: `nodes`, `name`, `input_types`, `category`, …' }),
  file: Type.String(),
  line: Type.Integer(),
  reason: Type.String(),
})
export type UndecidedComfyNode = Static<typeof UndecidedComfyNode>

/** All that its publisher may know of a version. */
export const PublishReport = Type.Object({
  version: NodeVersion,
  publisher_id: Type.String({ description: 'That has the node now.' }),
  timeline: Type.Array(TimelineStep),
  waits_for: oneOf(publishWaits),
  until: Type.Optional(
    Type.String({ format: 'date-time', description: 'Until when an archive is taken that is waited for.' }),
  ),
  is_read: Type.Boolean({
    description: 'False while nobody has read the archive: no findings mean nothing.',
  }),
  findings: Type.Array(PublishFinding, { description: 'The worst first.' }),
  undecided: Type.Array(UndecidedComfyNode),
  decision: Type.Optional(
    Type.Object(
      { message: Type.String(), at: Type.Optional(Timestamp) },
      { description: 'What a moderator said to it.' },
    ),
  ),
  appeal: Type.Optional(Appeal),
  usualAnswerSeconds: Type.Optional(
    Type.Integer({ description: 'How long publishers waited lately for an answer of the moderators.' }),
  ),
  page: Type.String({ description: 'Address of the page of the site that shows this report.' }),
  revision: Type.String({ description: 'Another one when something of it has changed.' }),
})
export type PublishReport = Static<typeof PublishReport>

export const getPublishReport = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/report',
  access: 'signed-in-or-bearer-token',
  right: 'member-or-admin',
  summary: 'Publish progress of a version, and everything that was found in it',
  description:
    'For members of the publisher, admins, and programs with a publish token of the publisher for this node; also before the archive has come, and when it was refused. With `after` and `wait` it answers as soon as the report has another revision, or when the time is over.',
  params: VersionParams,
  query: Type.Object({
    after: Type.Optional(Type.String({ maxLength: 100, description: 'The revision that is known.' })),
    wait: Type.Optional(
      Type.Integer({ minimum: 0, maximum: limits.reportWaitSeconds, description: 'Seconds.' }),
    ),
  }),
  response: PublishReport,
  errors: ['node_not_found', 'version_not_found', 'not_publisher_owner', 'too_many_at_once'],
})

export const PublishSummary = Type.Object({
  version: NodeVersion,
  waits_for: oneOf(publishWaits),
  is_read: Type.Boolean(),
  findings: Type.Object(
    Object.fromEntries(findingSeverities.map((severity) => [severity, Type.Integer()])) as Record<
      FindingSeverity,
      ReturnType<typeof Type.Integer>
    >,
    { description: 'How many of each severity.' },
  ),
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
    'Also those whose archive has not come or was refused, and deleted ones: their numbers stay used.',
  params: NodeParams,
  response: Type.Object({ versions: Type.Array(PublishSummary) }),
  errors: ['node_not_found', 'not_publisher_owner'],
})
