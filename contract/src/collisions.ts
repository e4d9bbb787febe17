import Type, { type Static } from 'typebox'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { AnyId, PageEnvelope, PageQuery, Timestamp } from './shapes.ts'

/** One of the nodes that have a comfy-node of a name in their latest version. */
export const NameClaim = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  publisher_id: Type.String(),
  version: Type.Optional(Type.String({ description: 'Whose archive shows it.' })),
  since: Timestamp,
  preempts: Type.Boolean({ description: 'Moderators gave the name to this node.' }),
  search_ranking: Type.Optional(Type.Integer()),
  downloads: Type.Integer(),
})
export type NameClaim = Static<typeof NameClaim>

export const NameCollision = Type.Object({
  comfy_node_name: Type.String(),
  total: Type.Integer({ description: 'Nodes that claim it; at most twenty are in `claims`.' }),
  claims: Type.Array(NameClaim, { description: 'The one first that is given to who asks for the name.' }),
})
export type NameCollision = Static<typeof NameCollision>

export const listCollisions = route({
  method: 'GET',
  path: '/admin/collisions',
  access: 'admin',
  summary: 'Names of comfy-nodes that several nodes claim, those of the most installed nodes first',
  query: Type.Object({
    name: Type.Optional(
      Type.String({ maxLength: limits.comfyNodeNameLength, description: 'A part of the name.' }),
    ),
    node_id: Type.Optional(AnyId),
    undecided: Type.Optional(Type.Boolean({ description: 'Only names that moderators gave to nobody.' })),
    ...PageQuery,
  }),
  response: Type.Object({ collisions: Type.Array(NameCollision), ...PageEnvelope }),
})
