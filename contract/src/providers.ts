import Type, { type Static } from 'typebox'
import { Install } from './install.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { AnyId, oneOf } from './shapes.ts'
import { NodeVersion } from './versions.ts'

/** Why a node is named as the provider of a comfy-node, the strongest reason first. */
export const providerReasons = [
  /** The workflow recorded this node and this version. */
  'recorded_version',
  /** The workflow recorded this node; its latest version is named, see the notices. */
  'recorded_node',
  /** The workflow recorded the repository of this node. */
  'recorded_repository',
  /** The name is this node's before anybody else's. */
  'preempted',
  /** Nobody else provides it. */
  'only_provider',
  /** Read from its archive, while others are only said to provide it. */
  'verified',
  /** Ranked before the others by moderators. */
  'ranking',
  /** Installed or starred more often than the others. */
  'popularity',
  /** Nothing tells the candidates apart but their age. */
  'older',
] as const
export const ProviderReason = oneOf(providerReasons)
export type ProviderReason = Static<typeof ProviderReason>

/** What a reader should know about an answer. */
export const providerNotices = [
  'recorded_node_unknown',
  'recorded_node_banned',
  'recorded_version_unknown',
  /** The comfy-nodes of the recorded node are known, and this is not among them. */
  'not_in_recorded_node',
  /** The recorded version is known not to have it, and the latest of the same node has. */
  'not_in_recorded_version',
  /** An import says that the node provides it; nobody has read it from an archive. */
  'unverified',
  'deprecated',
] as const
export const ProviderNotice = oneOf(providerNotices)
export type ProviderNotice = Static<typeof ProviderNotice>

export const Provider = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  publisher_id: Type.String(),
  repository: Type.Optional(Type.String()),
  install: Install,
  /** Absent while the node has none: it can only be had from its repository. */
  version: Type.Optional(
    Type.Pick(NodeVersion, ['version', 'downloadUrl', 'sha256', 'size', 'deprecated', 'status']),
  ),
  downloads: Type.Integer(),
  github_stars: Type.Integer(),
})
export type Provider = Static<typeof Provider>

export const ProvidedComfyNode = Type.Object({
  comfy_node_name: Type.String(),
  /** `built_in` belongs to the tool itself. */
  status: oneOf(['found', 'built_in', 'unknown']),
  provider: Type.Optional(Provider),
  reason: Type.Optional(ProviderReason),
  notices: Type.Array(ProviderNotice),
  /** Others that provide the name, at most five, the best first. */
  alternatives: Type.Array(Provider),
})
export type ProvidedComfyNode = Static<typeof ProvidedComfyNode>

const ComfyNodeName = Type.String({ minLength: 1, maxLength: limits.comfyNodeNameLength })

export const findProviders = route({
  method: 'POST',
  path: '/bulk/comfy-nodes/providers',
  access: 'public',
  summary: 'The nodes and versions that provide comfy-nodes, for many at once',
  description:
    'For workflows: each entry may say which node and version the tool had recorded. One result for each entry, in the order asked. Names alone are sent, no workflow.',
  body: Type.Object({
    comfy_nodes: Type.Array(
      Type.Object({
        comfy_node_name: ComfyNodeName,
        node_id: Type.Optional(AnyId),
        version: Type.Optional(AnyId),
        repository: Type.Optional(
          Type.String({ maxLength: limits.urlLength, description: 'An address, or `owner/name`.' }),
        ),
      }),
      { maxItems: limits.bulkIdentifiers },
    ),
  }),
  response: Type.Object({ comfy_nodes: Type.Array(ProvidedComfyNode) }),
})
