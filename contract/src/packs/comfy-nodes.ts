import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { AnyId, ComfyNodePolicy, NoContent } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { Node } from './nodes.ts'
import { VersionParams } from './versions.ts'

/**
 * One graph node class inside a version. The three `*_types`/`*_names` are JSON documents encoded as strings;
 * a key is omitted rather than empty, because clients parse it. Source: API contract 6.5, clients 2.3.
 */
export const ComfyNode = Type.Object({
  comfy_node_name: Type.String(),
  category: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  function: Type.Optional(Type.String()),
  input_types: Type.Optional(Type.String({ description: 'A JSON object in a string.' })),
  return_types: Type.Optional(Type.String({ description: 'A JSON list in a string.' })),
  return_names: Type.Optional(Type.String({ description: 'A JSON list in a string.' })),
  output_is_list: Type.Array(Type.Boolean()),
  deprecated: Type.Boolean(),
  experimental: Type.Boolean(),
  policy: ComfyNodePolicy,
  display_name: Type.Optional(Type.String()),
  output_node: Type.Optional(Type.Boolean()),
  browser_script: Type.Optional(
    Type.String({
      description:
        'The script of the pack that adds it to the tool’s page, if the comfy-node exists only in the browser.',
    }),
  ),
  left_out: Type.Optional(
    Type.Array(Type.String(), {
      description: `Fields that are missing because the list has more than ${limits.listedTextBytes} bytes of texts. Read the comfy-node alone.`,
    }),
  ),
})
export type ComfyNode = Static<typeof ComfyNode>

const PortTexts = Type.Object({ name: Type.Optional(Type.String()), tooltip: Type.Optional(Type.String()) })

/** A comfy-node's texts in another language, from translation files of the pack. */
export const ComfyNodeTranslation = Type.Object({
  display_name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  inputs: Type.Optional(Type.Record(Type.String(), PortTexts, { description: 'Keyed by input name.' })),
  outputs: Type.Optional(
    Type.Record(Type.String(), PortTexts, { description: 'Keyed by position, from `0`.' }),
  ),
})
export type ComfyNodeTranslation = Static<typeof ComfyNodeTranslation>

const Language = Type.String({ description: 'The language as the pack names it, such as `zh` or `zh-TW`.' })

/** A comfy-node with everything that the pack ships about it outside the code. */
export const ComfyNodeDetail = Type.Object({
  ...ComfyNode.properties,
  translations: Type.Optional(
    Type.Record(Type.String(), ComfyNodeTranslation, {
      description: 'Keyed by language, as the pack names it.',
    }),
  ),
  documentation: Type.Optional(
    Type.Array(
      Type.Object({
        language: Type.Optional(Language),
        html: Type.String({ description: 'Sanitized.' }),
      }),
      { description: 'Pages that the pack ships. One without a language applies to all languages.' },
    ),
  ),
})
export type ComfyNodeDetail = Static<typeof ComfyNodeDetail>

export const ComfyNodePageQuery = Type.Object({
  page: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
  language: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$',
      'x-form': 'a language such as fr or pt-BR',
      description: 'Adds the translations that packs ship for this language, else those in English.',
    }),
  ),
})

export const ComfyNodePage = Type.Object({
  comfy_nodes: Type.Array(
    Type.Object({
      ...ComfyNode.properties,
      translation: Type.Optional(ComfyNodeTranslation),
      has_documentation: Type.Optional(Type.Boolean()),
      built_in: Type.Optional(
        Type.Boolean({
          description: 'True when the tool itself has a comfy-node of this name, which it loads instead.',
        }),
      ),
      also_defined_in: Type.Optional(
        Type.Array(Type.String(), {
          description: `Other nodes whose latest version or reading has a comfy-node of this name, at most ${limits.alsoDefinedIn}, the most downloaded first.`,
        }),
      ),
    }),
  ),
  totalNumberOfPages: Type.Integer(),
})

export const ComfyNodeName = Type.String({ minLength: 1, maxLength: limits.comfyNodeNameLength })

export const listVersionComfyNodes = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/comfy-nodes',
  access: 'public',
  summary: 'The comfy-nodes of a version, by name',
  params: VersionParams,
  query: ComfyNodePageQuery,
  response: ComfyNodePage,
  errors: ['node_not_found', 'node_banned', 'version_not_found', 'version_held'],
})

export const getComfyNode = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/comfy-nodes/:comfyNodeName',
  access: 'public',
  summary: 'One comfy-node of a version; not found until its comfy-nodes are known',
  params: Type.Object({ ...VersionParams.properties, comfyNodeName: ComfyNodeName }),
  response: ComfyNodeDetail,
  errors: ['node_not_found', 'node_banned', 'version_not_found', 'version_held', 'comfy_node_not_found'],
})

export const listComfyNodes = route({
  method: 'GET',
  path: '/comfy-nodes',
  access: 'public',
  summary: 'Comfy-nodes of all listed versions',
  query: Type.Object({
    page: Type.Optional(Type.Integer()),
    pageSize: Type.Optional(Type.Integer()),
    node_id: Type.Optional(AnyId),
    node_version: Type.Optional(AnyId),
    comfy_node_name: Type.Optional(ComfyNodeName),
  }),
  response: Type.Object({
    comfy_nodes: Type.Array(
      Type.Object({ ...ComfyNode.properties, node_id: Type.String(), node_version: Type.String() }),
    ),
    total: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
  }),
})

export const getNodeOfComfyNode = route({
  method: 'GET',
  path: '/comfy-nodes/:comfyNodeName/node',
  access: 'public',
  summary: 'The node that provides a comfy-node of this name',
  description:
    'Of several candidates, the order is: a node that preempts the name, the lower search ranking, more downloads, the older node. A `/` in the name need not be escaped. A node known only by an unverified hint comes last, unless it preempts the name. A comfy-node of the tool itself gives `comfy_node_built_in`, whichever node defines the name.',
  params: Type.Object({ comfyNodeName: ComfyNodeName }),
  response: Type.Object({ ...Node.properties, comfy_node_verified: Type.Boolean() }),
  errors: ['comfy_node_not_found', 'comfy_node_built_in'],
})

const fields = {
  category: Type.Optional(Type.String({ maxLength: limits.comfyNodeTextLength })),
  description: Type.Optional(Type.String({ maxLength: limits.comfyNodeTextLength })),
  function: Type.Optional(Type.String({ maxLength: limits.comfyNodeTextLength })),
  input_types: Type.Optional(Type.String({ maxLength: limits.comfyNodeTextLength })),
  return_types: Type.Optional(Type.String({ maxLength: limits.comfyNodeTextLength })),
  return_names: Type.Optional(Type.String({ maxLength: limits.comfyNodeTextLength })),
  output_is_list: Type.Optional(Type.Array(Type.Boolean(), { maxItems: 1000 })),
  deprecated: Type.Optional(Type.Boolean()),
  experimental: Type.Optional(Type.Boolean()),
  policy: Type.Optional(ComfyNodePolicy),
}
export const ComfyNodeFields = Type.Object(fields)
export type ComfyNodeFields = Static<typeof ComfyNodeFields>

export const storeComfyNodes = route({
  method: 'POST',
  path: '/nodes/:nodeId/versions/:version/comfy-nodes',
  access: 'service',
  summary: 'The result of a comfy-node extraction outside the registry, or its failure',
  params: VersionParams,
  body: Type.Object({
    success: Type.Optional(Type.Boolean({ description: 'Defaults to true.' })),
    status: Type.Optional(Type.String({ maxLength: limits.nameLength })),
    reason: Type.Optional(Type.String({ maxLength: limits.reasonLength })),
    cloud_build_info: Type.Optional(
      Type.Object({
        project_id: Type.Optional(Type.String()),
        project_number: Type.Optional(Type.String()),
        location: Type.Optional(Type.String()),
        build_id: Type.Optional(Type.String()),
      }),
    ),
    nodes: Type.Optional(Type.Record(Type.String(), ComfyNodeFields)),
  }),
  response: NoContent,
  status: 204,
  errors: ['node_not_found', 'version_not_found', 'comfy_nodes_exist'],
})

export const updateComfyNode = route({
  method: 'PUT',
  path: '/nodes/:nodeId/versions/:version/comfy-nodes/:comfyNodeName',
  access: 'service-or-admin',
  summary: 'Sets the policy of a comfy-node, or corrects the data extracted for it',
  params: Type.Object({ ...VersionParams.properties, comfyNodeName: ComfyNodeName }),
  body: ComfyNodeFields,
  response: ComfyNode,
  errors: ['node_not_found', 'version_not_found', 'comfy_node_not_found'],
})

export const backfillComfyNodes = route({
  method: 'POST',
  path: '/comfy-nodes/backfill',
  access: 'service',
  summary: 'Schedules comfy-node extraction for versions that lack it, oldest first',
  query: Type.Object({
    max_node: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.jobBatch, description: 'Default 10.' }),
    ),
  }),
  response: NoContent,
  status: 204,
})
