import Type, { type Static } from 'typebox'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { oneOf, PageEnvelope, PageQuery, Timestamp } from './shapes.ts'

/** Everything is looked at again; nothing changes until an admin has read what would. */
export const rescanStates = ['looking', 'looked', 'applying', 'applied'] as const

export const rescanOutcomes = [
  'flag', // an active version in which something new was found that blocks
  'release', // a version that the scan had flagged, and would not flag now
  'facts', // other findings, capabilities or comfy-nodes; the status stays
  'failed', // it could not be looked at
] as const

export const Rescan = Type.Object({
  id: Type.String({ format: 'uuid' }),
  rulesVersion: Type.Integer({ description: 'The rules that it looks with.' }),
  everything: Type.Boolean({ description: 'Also versions that were looked at with these rules before.' }),
  state: oneOf(rescanStates),
  startedAt: Timestamp,
  finishedAt: Type.Optional(Timestamp),
  looked: Type.Integer({ description: 'Versions looked at.' }),
  left: Type.Integer({ description: 'Versions not looked at yet.' }),
  changes: Type.Object(Object.fromEntries(rescanOutcomes.map((outcome) => [outcome, Type.Integer()]))),
  applied: Type.Integer({ description: 'Changes that were applied.' }),
})
export type Rescan = Static<typeof Rescan>

export const RescanChange = Type.Object({
  node_id: Type.String(),
  version: Type.String(),
  outcome: oneOf(rescanOutcomes),
  findings: Type.Array(Type.Unknown(), { description: 'The findings that block and are new.' }),
  comfy_nodes_added: Type.Array(Type.String()),
  comfy_nodes_removed: Type.Array(Type.String()),
  message: Type.Optional(Type.String({ description: 'Why it failed, or was not applied.' })),
  appliedAt: Type.Optional(Timestamp),
})
export type RescanChange = Static<typeof RescanChange>

const RescanParams = Type.Object({ rescanId: Type.String({ format: 'uuid' }) })

export const startRescan = route({
  method: 'POST',
  path: '/admin/rescans',
  access: 'admin-token',
  summary: 'Has stored archives looked at again with the rules of today, and changes nothing',
  description: 'In the background, at low priority. While one is under way, the answer is that one.',
  body: Type.Object({
    everything: Type.Optional(
      Type.Boolean({ description: 'Also what was looked at with these rules before.' }),
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
  summary: 'What a rescan would change: flags first, then releases, facts and failures',
  params: RescanParams,
  query: Type.Object({
    outcome: Type.Optional(oneOf(rescanOutcomes)),
    rule: Type.Optional(
      Type.String({ maxLength: limits.nameLength, description: 'Of a finding that is new.' }),
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
  summary: 'Makes the changes that a rescan reported',
  description:
    'In the background. An active version is flagged only where the report said so and the finding is still there; the findings are its reason.',
  params: RescanParams,
  response: Rescan,
  errors: ['rescan_not_found', 'rescan_not_ready'],
})
