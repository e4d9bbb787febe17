import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf, PageEnvelope, PageQuery, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'

/** All versions are scanned before anything changes, and an admin applies the changes. */
export const rescanStates = ['looking', 'looked', 'applying', 'applied'] as const

export const rescanOutcomes = [
  'flag', // an active version has a new blocking finding
  'release', // the scan flagged a version that it would not flag now
  'facts', // findings, capabilities or comfy-nodes differ; the status stays
  'failed', // the scan failed
] as const

export const Rescan = Type.Object({
  id: Type.String({ format: 'uuid' }),
  rulesVersion: Type.Integer({ description: 'The version of the rules that it uses.' }),
  everything: Type.Boolean({ description: 'Includes versions that were already scanned with these rules.' }),
  state: oneOf(rescanStates),
  startedAt: Timestamp,
  finishedAt: Type.Optional(Timestamp),
  looked: Type.Integer({ description: 'Number of versions scanned.' }),
  left: Type.Integer({ description: 'Number of versions not scanned yet.' }),
  changes: Type.Object(Object.fromEntries(rescanOutcomes.map((outcome) => [outcome, Type.Integer()]))),
  applied: Type.Integer({ description: 'Number of changes applied.' }),
})
export type Rescan = Static<typeof Rescan>

export const RescanChange = Type.Object({
  node_id: Type.String(),
  version: Type.String(),
  outcome: oneOf(rescanOutcomes),
  findings: Type.Array(Type.Unknown(), { description: 'New blocking findings.' }),
  comfy_nodes_added: Type.Array(Type.String()),
  comfy_nodes_removed: Type.Array(Type.String()),
  message: Type.Optional(Type.String({ description: 'Why the scan failed, or the change was not applied.' })),
  appliedAt: Type.Optional(Timestamp),
})
export type RescanChange = Static<typeof RescanChange>

const RescanParams = Type.Object({ rescanId: Type.String({ format: 'uuid' }) })

export const startRescan = route({
  method: 'POST',
  path: '/admin/rescans',
  access: 'admin-token',
  summary: 'Scans stored archives again with the current rules, and changes nothing',
  description:
    'Runs in the background, at low priority. While a rescan is in progress, the response returns that one.',
  body: Type.Object({
    everything: Type.Optional(
      Type.Boolean({ description: 'Includes versions that were already scanned with these rules.' }),
    ),
  }),
  response: Rescan,
})

export const listRescans = route({
  method: 'GET',
  path: '/admin/rescans',
  access: 'admin',
  summary: 'The last twenty rescans, newest first',
  response: Type.Object({ rescans: Type.Array(Rescan) }),
})

export const getRescan = route({
  method: 'GET',
  path: '/admin/rescans/:rescanId',
  access: 'admin',
  summary: 'Changes that a rescan would make: flags first, then releases, facts and failures',
  params: RescanParams,
  query: Type.Object({
    outcome: Type.Optional(oneOf(rescanOutcomes)),
    rule: Type.Optional(
      Type.String({ maxLength: limits.nameLength, description: 'The rule of a new finding.' }),
    ),
    ...PageQuery,
  }),
  response: Type.Object({ rescan: Rescan, changes: Type.Array(RescanChange), ...PageEnvelope }),
  errors: ['rescan_not_found'],
})

export const applyRescan = route({
  method: 'POST',
  path: '/admin/rescans/:rescanId/apply',
  access: 'admin-token',
  summary: 'Applies the changes that a rescan reported',
  description:
    'Runs in the background. An active version is flagged only if the report said so and the finding still exists; the findings become its reason.',
  params: RescanParams,
  response: Rescan,
  errors: ['rescan_not_found', 'rescan_not_ready'],
})
