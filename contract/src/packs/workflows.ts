import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf, PageQuery, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { VersionParams } from './versions.ts'

/** Workflows that show a pack at work, starting points, and subgraphs to build into other workflows. */
export const workflowKinds = ['example', 'template', 'blueprint'] as const
export const WorkflowKind = oneOf(workflowKinds)
export type WorkflowKind = Static<typeof WorkflowKind>

/** A workflow that a pack ships. */
export const PackWorkflow = Type.Object({
  place: Type.Integer({ description: 'Its place in the version, from 0.' }),
  path: Type.String({ description: 'The file in the archive.' }),
  title: Type.String(),
  kind: WorkflowKind,
  comfy_node_count: Type.Integer({ description: 'Nodes in the workflow, including those inside subgraphs.' }),
  comfy_nodes: Type.Array(Type.String(), {
    description: `Names of the comfy-nodes that it uses, the most frequent first, at most ${limits.workflowNames}.`,
  }),
  has_picture: Type.Boolean({
    description: 'An image that shows the result is next to the file, or is the file.',
  }),
})
export type PackWorkflow = Static<typeof PackWorkflow>

const ListedWorkflow = Type.Object({
  ...PackWorkflow.properties,
  node_id: Type.String(),
  node_name: Type.String(),
  publisher_id: Type.String(),
  version: Type.String(),
  created_at: Timestamp,
})
export type ListedWorkflow = Static<typeof ListedWorkflow>

const Socket = Type.Object({
  name: Type.String(),
  type: Type.String(),
  widget: Type.Optional(Type.Integer({ description: 'The widget that it sets, from 0.' })),
})

/** How a workflow is arranged in the editor. */
export const WorkflowLayout = Type.Object({
  nodes: Type.Array(
    Type.Object({
      type: Type.String(),
      title: Type.String(),
      x: Type.Number(),
      y: Type.Number(),
      width: Type.Number(),
      height: Type.Number(),
      inputs: Type.Array(Socket),
      outputs: Type.Array(Socket),
      widgets: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      color: Type.Optional(Type.String()),
      note: Type.Optional(Type.String()),
      isCollapsed: Type.Optional(Type.Boolean()),
      isMuted: Type.Optional(Type.Boolean()),
      isBypassed: Type.Optional(Type.Boolean()),
      isSubgraph: Type.Optional(Type.Boolean()),
    }),
  ),
  links: Type.Array(
    Type.Object({
      from: Type.Integer({ description: 'Place of a node in `nodes`.' }),
      output: Type.Integer(),
      to: Type.Integer(),
      input: Type.Integer(),
      type: Type.String(),
    }),
  ),
  groups: Type.Array(
    Type.Object({
      title: Type.String(),
      x: Type.Number(),
      y: Type.Number(),
      width: Type.Number(),
      height: Type.Number(),
      color: Type.Optional(Type.String()),
    }),
  ),
  omittedNodes: Type.Integer({ description: 'Number of nodes beyond the limit.' }),
})
export type WorkflowLayout = Static<typeof WorkflowLayout>

export const UsedComfyNode = Type.Object({
  comfy_node_name: Type.String(),
  count: Type.Integer(),
  node_id: Type.Optional(Type.String({ description: 'The pack that the editor recorded.' })),
  version: Type.Optional(Type.String()),
  repository: Type.Optional(Type.String()),
})

export const listWorkflows = route({
  method: 'GET',
  path: '/workflows',
  access: 'public',
  summary: 'Workflows that packs ship, those of the most used packs first',
  query: Type.Object({
    ...PageQuery,
    search: Type.Optional(Type.String({ maxLength: limits.searchLength })),
    uses: Type.Optional(
      Type.String({ maxLength: limits.comfyNodeNameLength, description: 'Only those with this comfy-node.' }),
    ),
    uses_node: Type.Optional(
      Type.String({
        maxLength: limits.nodeIdLength,
        description:
          'Only those of other nodes with a comfy-node of this node. A name that several nodes provide counts for the first.',
      }),
    ),
    kind: Type.Optional(WorkflowKind),
    node_id: Type.Optional(Type.String({ maxLength: limits.nodeIdLength })),
  }),
  response: Type.Object({
    workflows: Type.Array(ListedWorkflow),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
    totalPages: Type.Integer(),
  }),
})

export const listVersionWorkflows = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/workflows',
  access: 'public',
  summary: 'The workflows that a version ships, by path',
  description:
    'The commit of a reading can stand for the version; the list is empty if its license does not permit showing it.',
  params: VersionParams,
  response: Type.Object({ workflows: Type.Array(PackWorkflow) }),
  errors: ['node_not_found', 'node_banned', 'version_not_found', 'version_held'],
})

export const getVersionWorkflow = route({
  method: 'GET',
  path: '/nodes/:nodeId/versions/:version/workflows/:place',
  access: 'public',
  summary: 'One workflow of a version, with its arrangement and everything that it uses',
  params: Type.Object({
    ...VersionParams.properties,
    place: Type.String({ pattern: '^\\d{1,3}$', 'x-form': 'a number from 0' }),
  }),
  response: Type.Object({
    ...PackWorkflow.properties,
    layout: WorkflowLayout,
    uses: Type.Array(UsedComfyNode),
  }),
  errors: ['node_not_found', 'node_banned', 'version_not_found', 'version_held', 'workflow_not_found'],
})
