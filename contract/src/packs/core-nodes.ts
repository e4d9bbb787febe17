import Type, { type Static } from 'typebox'
import { route } from '../ground/route.ts'
import { limits } from '../limits.ts'

const releases = {
  since: Type.Optional(Type.String({ description: 'The first release known to have it.' })),
  after: Type.Optional(
    Type.String({ description: 'A release that lacks it; a later one has it. Omitted when unknown.' }),
  ),
  until: Type.Optional(Type.String({ description: 'The last release that has it, if it was removed.' })),
}

/** Releases of the tool that have one of its comfy-nodes. Without any, the releases are unknown. */
export const ToolReleases = Type.Object(releases)
export type ToolReleases = Static<typeof ToolReleases>

const ComfyNodeName = Type.String({ minLength: 1, maxLength: limits.comfyNodeNameLength })

export const listCoreNodes = route({
  method: 'GET',
  path: '/core-comfy-nodes',
  access: 'public',
  summary: "The tool's own comfy-nodes by name, with the releases that have them",
  description:
    'These belong to the tool, whichever node defines a comfy-node of the same name. Old releases of the tool lack new ones.',
  query: Type.Object({ comfy_node_name: Type.Optional(ComfyNodeName) }),
  response: Type.Object({
    comfy_nodes: Type.Array(Type.Object({ comfy_node_name: Type.String(), ...releases })),
    total: Type.Integer(),
  }),
})
