import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, NoContent, oneOf, PageEnvelope, PageQuery, Timestamp, Uuid } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { ofNodeEditors, PublisherNodeParams } from './nodes.ts'

const Name = Type.String({ minLength: 1, maxLength: limits.comfyNodeNameLength })
const names = Type.Array(Name, { maxItems: limits.replacementMappings })

/** Where inputs, outputs and widgets of the old comfy-node go, in the form of the tool's API. */
const mapping = {
  old_widget_ids: Type.Optional(names),
  new_widget_ids: Type.Optional(names),
  input_mapping: Type.Optional(
    Type.Array(
      Type.Object({ new_id: Name, old_id: Type.Optional(Name), set_value: Type.Optional(Type.Unknown()) }),
      {
        maxItems: limits.replacementMappings,
        description: 'From an old input, or a fixed value. Omitted when the inputs are the same.',
      },
    ),
  ),
  output_mapping: Type.Optional(
    Type.Array(
      Type.Object({ new_idx: Type.Integer({ minimum: 0 }), old_idx: Type.Integer({ minimum: 0 }) }),
      {
        maxItems: limits.replacementMappings,
      },
    ),
  ),
}

export const replacementOrigins = [
  /** A moderator named it. */
  'moderator',
  /** The tool registers it. */
  'tool',
  /** The node of the new comfy-node registers it. */
  'pack',
  /** Inferred from two versions, and confirmed by an owner unless `is_confirmed` is false. */
  'inferred',
  /** The registry ships it. */
  'known',
  /** The name is one of the tool's own in another letter case, or with blanks around it. */
  'spelling',
] as const
export const ReplacementOrigin = oneOf(replacementOrigins)
export type ReplacementOrigin = Static<typeof ReplacementOrigin>

export const ComfyNodeReplacement = Type.Object({
  old_node_id: Type.String({ description: 'The name of the old comfy-node, as the tool calls it.' }),
  new_node_id: Type.String({ description: 'The name of the new comfy-node.' }),
  ...mapping,
  /** The node that provides the new comfy-node. Omitted for the tool's own. */
  provider_id: Type.Optional(Type.String()),
  origin: ReplacementOrigin,
  is_confirmed: Type.Boolean({ description: 'False while no owner or moderator has looked at it.' }),
})
export type ComfyNodeReplacement = Static<typeof ComfyNodeReplacement>

export const listReplacements = route({
  method: 'GET',
  path: '/comfy-nodes/:comfyNodeName/replacements',
  access: 'public',
  summary: 'Comfy-nodes that take the place of one that was renamed, merged or removed',
  description: 'The surest first. A `/` in the name need not be escaped.',
  params: Type.Object({ comfyNodeName: Name }),
  response: Type.Object({ replacements: Type.Array(ComfyNodeReplacement) }),
})

export const replacementStatuses = ['proposed', 'confirmed', 'refused'] as const

export const StoredReplacement = Type.Object({
  id: Uuid,
  old_node_id: Type.String(),
  new_node_id: Type.String(),
  provider_id: Type.Optional(Type.String()),
  origin: oneOf(['inferred', 'moderator', 'tool']),
  status: oneOf(replacementStatuses),
  createdAt: Timestamp,
})
export type StoredReplacement = Static<typeof StoredReplacement>

export const listNodeReplacements = route({
  method: 'GET',
  path: '/publishers/:publisherId/nodes/:nodeId/replacements',
  access: 'signed-in',
  right: 'owner-or-admin',
  summary:
    "Replacements by a node's comfy-nodes that were inferred or named by moderators, undecided ones first",
  params: PublisherNodeParams,
  response: Type.Object({ replacements: Type.Array(StoredReplacement) }),
  errors: [...ofNodeEditors],
})

export const decideReplacement = route({
  method: 'PUT',
  path: '/publishers/:publisherId/nodes/:nodeId/replacements/:replacementId',
  access: 'signed-in',
  right: 'owner-or-admin',
  summary: 'Confirms or refuses a replacement that was inferred from two versions',
  params: Type.Object({ ...PublisherNodeParams.properties, replacementId: Uuid }),
  body: Type.Object({ status: oneOf(['confirmed', 'refused']) }),
  response: StoredReplacement,
  errors: [...ofNodeEditors, 'replacement_not_found'],
})

export const listAllReplacements = route({
  method: 'GET',
  path: '/admin/replacements',
  access: 'admin',
  summary: 'Replacements that were inferred, imported or named by moderators, newest first',
  query: Type.Object({
    name: Type.Optional(Name),
    status: Type.Optional(oneOf(replacementStatuses)),
    ...PageQuery,
  }),
  response: Type.Object({ replacements: Type.Array(StoredReplacement), ...PageEnvelope }),
})

export const createReplacement = route({
  method: 'POST',
  path: '/admin/replacements',
  access: 'admin',
  summary: 'Names the successor of a comfy-node, and replaces an earlier decision about the same pair',
  body: Type.Object({
    old_node_id: Name,
    new_node_id: Name,
    provider_id: Type.Optional(AnyId),
    ...mapping,
  }),
  response: StoredReplacement,
  status: 201,
  errors: ['node_not_found', 'replacement_invalid'],
})

export const deleteReplacement = route({
  method: 'DELETE',
  path: '/admin/replacements/:replacementId',
  access: 'admin',
  summary: 'Deletes a replacement',
  params: Type.Object({ replacementId: Uuid }),
  response: NoContent,
  status: 204,
  errors: ['replacement_not_found'],
})
