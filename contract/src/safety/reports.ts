import Type, { type Static } from 'typebox'
import { locales } from '../ground/locales.ts'
import { route } from '../ground/route.ts'
import {
  AnyId,
  NoContent,
  NodeStatus,
  notBlank,
  oneOf,
  PageEnvelope,
  PageQuery,
  Timestamp,
  Uuid,
} from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { NodeParams } from '../packs/nodes.ts'

export const reportKinds = ['malware', 'stolen', 'secrets', 'broken', 'impersonation', 'other'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportStates = ['open', 'taken', 'closed'] as const

/** Outcomes of a report. */
export const reportOutcomes = [
  'acted', // led to a ban, a flag, an advisory, or a message to the publisher
  'harmless', // was investigated without findings
  'duplicate', // is known from another report
  'unclear', // could not be reproduced
  'spam',
] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

const Person = Type.Object({ id: Type.String(), name: Type.String(), email: Type.Optional(Type.String()) })

export const ReportMessage = Type.Object({
  at: Timestamp,
  from: oneOf(['reporter', 'moderator']),
  by: Type.Optional(Person),
  text: Type.String(),
})

export const AbuseReport = Type.Object({
  id: Uuid,
  version: Type.Optional(Type.String({ description: 'Omitted when the report is about the whole node.' })),
  kind: oneOf(reportKinds),
  text: Type.String(),
  createdAt: Timestamp,
  reporter: Type.Optional(Person),
  contact: Type.Optional(Type.String({ description: 'As the reporter wrote it, without verification.' })),
  state: oneOf(reportStates),
  takenBy: Type.Optional(Person),
  outcome: Type.Optional(oneOf(reportOutcomes)),
  reason: Type.Optional(Type.String()),
  closedAt: Type.Optional(Timestamp),
  closedBy: Type.Optional(Person),
  messages: Type.Array(ReportMessage, { description: 'Events of the report, oldest first.' }),
})
export type AbuseReport = Static<typeof AbuseReport>

/** A node with the reports about it and its versions. */
export const ReportedNode = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  publisher_id: Type.String(),
  status: NodeStatus,
  downloads: Type.Integer(),
  oldestAt: Timestamp,
  total: Type.Integer({
    description: 'Number of reports that match the filter; `reports` lists at most twenty.',
  }),
  reports: Type.Array(AbuseReport, { description: 'Oldest first.' }),
})
export type ReportedNode = Static<typeof ReportedNode>

const Text = Type.String({ minLength: 1, maxLength: limits.reportLength, ...notBlank })
const ReportIds = Type.Array(Uuid, { minItems: 1, maxItems: limits.reportsAtOnce })
const Handled = Type.Object({ reports: Type.Array(AbuseReport) })

export const reportAbuse = route({
  method: 'POST',
  path: '/nodes/:nodeId/reports',
  access: 'public',
  summary: 'Reports a node, or one version of it, to the moderators',
  description: `Signing in is optional. Only moderators see who reported. A repeated report of the same kind about the same subject by the same reporter is added to the existing one (200) until that is closed. At most ${limits.reportsPerHour} an hour from one user or address; beyond ${limits.openReportsOfNode} open reports of a node, only signed-in users can add more.`,
  params: NodeParams,
  body: Type.Object({
    kind: oneOf(reportKinds),
    text: Text,
    version: Type.Optional(AnyId),
    contact: Type.Optional(
      Type.String({
        maxLength: limits.nameLength,
        description: 'Contact for reporters who are not signed in. An email address gets the outcome.',
      }),
    ),
    locale: Type.Optional(oneOf(locales, 'The language of the answer.')),
  }),
  response: Type.Object({ id: Uuid }),
  status: 201,
  otherStatus: 200,
  errors: ['node_not_found', 'node_banned', 'version_not_found', 'report_limit'],
})

export const listReports = route({
  method: 'GET',
  path: '/admin/reports',
  access: 'admin',
  summary: 'Reported nodes with their reports, longest wait first',
  query: Type.Object({
    state: Type.Optional(
      oneOf(['waiting', ...reportStates], '`waiting`, the default, is open or taken. Closed: last first.'),
    ),
    kind: Type.Optional(Type.Array(oneOf(reportKinds))),
    node_id: Type.Optional(AnyId),
    mine: Type.Optional(Type.Boolean({ description: 'Only reports that the caller has taken or closed.' })),
    ...PageQuery,
  }),
  response: Type.Object({
    nodes: Type.Array(ReportedNode),
    open: Type.Integer({ description: 'Only reports that no moderator has taken.' }),
    taken: Type.Integer(),
    ...PageEnvelope,
  }),
})

export const takeReports = route({
  method: 'POST',
  path: '/admin/reports/take',
  access: 'admin-token',
  summary: 'Assigns reports to the moderator, so that no two work on the same one, or releases them',
  body: Type.Object({ reportIds: ReportIds, isTaken: Type.Optional(Type.Boolean({ default: true })) }),
  response: Handled,
  errors: ['report_not_found', 'report_closed'],
})

export const answerReport = route({
  method: 'POST',
  path: '/admin/reports/:reportId/answers',
  access: 'admin-token',
  summary: 'Sends a message to the reporter, by email when there is an address',
  params: Type.Object({ reportId: Uuid }),
  body: Type.Object({ text: Text }),
  response: NoContent,
  errors: ['report_not_found', 'report_closed'],
})

export const closeReports = route({
  method: 'POST',
  path: '/admin/reports/close',
  access: 'admin-token',
  summary: 'Closes reports with an outcome and a reason',
  description: 'Reporters, and owners of the publisher on request, get the outcome and the reason by email.',
  body: Type.Object({
    reportIds: ReportIds,
    outcome: oneOf(reportOutcomes),
    reason: Text,
    tellReporters: Type.Optional(Type.Boolean({ description: 'Default true.' })),
    tellPublisher: Type.Optional(
      Type.Boolean({ description: 'Default false. They never see who reported, or the text of the report.' }),
    ),
  }),
  response: Handled,
  errors: ['report_not_found', 'report_closed'],
})
