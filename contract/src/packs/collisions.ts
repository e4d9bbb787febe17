import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, PageEnvelope, PageQuery, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'

/** One of the nodes whose latest version has a comfy-node of this name. */
export const NameClaim = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  publisher_id: Type.String(),
  version: Type.Optional(Type.String({ description: 'The archive contains the comfy-node.' })),
  since: Timestamp,
  preempts: Type.Boolean({ description: 'Moderators assigned the name to this node.' }),
  search_ranking: Type.Optional(Type.Integer()),
  downloads: Type.Integer(),
})
export type NameClaim = Static<typeof NameClaim>

export const NameCollision = Type.Object({
  comfy_node_name: Type.String(),
  total: Type.Integer({ description: 'Number of nodes that claim it; `claims` lists at most twenty.' }),
  claims: Type.Array(NameClaim, { description: 'The node listed first when the name is looked up.' }),
})
export type NameCollision = Static<typeof NameCollision>

export const listCollisions = route({
  method: 'GET',
  path: '/admin/collisions',
  access: 'admin',
  summary: 'Comfy-node names that several nodes claim, most installed nodes first',
  query: Type.Object({
    name: Type.Optional(
      Type.String({ maxLength: limits.comfyNodeNameLength, description: 'Part of the name.' }),
    ),
    node_id: Type.Optional(AnyId),
    undecided: Type.Optional(Type.Boolean({ description: 'Only names that moderators have not assigned.' })),
    ...PageQuery,
  }),
  response: Type.Object({ collisions: Type.Array(NameCollision), ...PageEnvelope }),
})
