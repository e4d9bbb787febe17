import Type, { type Static } from 'typebox'
import { Install } from '../ground/install.ts'
import { route } from '../ground/route.ts'
import { AnyId, exactly, oneOf } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { ToolReleases } from './core-nodes.ts'
import { ComfyNodeReplacement } from './replacements.ts'
import { NodeVersion } from './versions.ts'

/** Why a node was chosen as the provider of a comfy-node, strongest reason first. */
export const providerReasons = [
  /** The workflow recorded this node and this version. */
  'recorded_version',
  /** The workflow recorded this node; its latest version is named, see the notices. */
  'recorded_node',
  /** The workflow recorded the repository of this node. */
  'recorded_repository',
  /** The name has a prefix or suffix that only this node's comfy-nodes have. */
  'name_pattern',
  /** The node preempts the name. */
  'preempted',
  /** Other comfy-nodes of the request need this node, or it provides several of them. */
  'same_workflow',
  /** No other node provides it. */
  'only_provider',
  /** It was extracted from this node's archive; other candidates are unverified hints. */
  'verified',
  /** Moderators ranked it before the others. */
  'ranking',
  /** It has the name of the comfy-node, and the best known option is not ten times as popular. */
  'pack_name',
  /** It is installed or starred more often than the others. */
  'popularity',
  /** The candidates differ only in age. */
  'older',
] as const
export const ProviderReason = oneOf(providerReasons)
export type ProviderReason = Static<typeof ProviderReason>

/** Caveats about a result. */
export const providerNotices = [
  'recorded_node_unknown',
  'recorded_node_banned',
  'recorded_version_unknown',
  /** The recorded version is being checked or waits for a moderator; the latest version is named. */
  'recorded_version_held',
  /** Another comfy-node of the request needs another version or commit of the node, which is named for both. */
  'recorded_version_replaced',
  /** The recorded id is the name of this node's repository. */
  'recorded_under_repository_name',
  /** The workflow recorded another repository of the same name, probably a fork. */
  'recorded_other_repository',
  /** The comfy-nodes of the recorded node are known, and this is not one of them. */
  'not_in_recorded_node',
  /** The recorded version lacks it, but the latest version of the same node has it. */
  'not_in_recorded_version',
  /** The latest version lacks it. An earlier one, or code that creates names, may have it. */
  'not_in_latest_version',
  /** The provider is an unverified hint from an import. */
  'unverified',
  'deprecated',
  /** The name is the id of a subgraph whose definition is not in the workflow. */
  'missing_subgraph',
] as const
export const ProviderNotice = oneOf(providerNotices)
export type ProviderNotice = Static<typeof ProviderNotice>

export const Provider = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  publisher_id: Type.String(),
  repository: Type.Optional(Type.String()),
  install: Install,
  /** Omitted while the node has no version, and only its repository offers it. */
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
  /** Releases of the tool that have it, if it is built in. */
  tool: Type.Optional(ToolReleases),
  provider: Type.Optional(Provider),
  reason: Type.Optional(ProviderReason),
  notices: Type.Array(ProviderNotice),
  /** Other nodes that provide the name, at most five, best first. */
  alternatives: Type.Array(Provider),
  /** Comfy-nodes that take its place, if it is unknown or the tool removed it. At most three, the surest first. */
  replaced_by: Type.Optional(
    Type.Array(Type.Pick(ComfyNodeReplacement, ['new_node_id', 'provider_id', 'origin', 'is_confirmed'])),
  ),
})
export type ProvidedComfyNode = Static<typeof ProvidedComfyNode>

const ComfyNodeName = Type.String({ minLength: 1, maxLength: limits.comfyNodeNameLength })

export const findProviders = route({
  method: 'POST',
  path: '/bulk/comfy-nodes/providers',
  access: 'public',
  summary: 'The nodes and versions that provide comfy-nodes, for many names at once',
  description:
    'For workflows: each entry may include the node and version that the tool recorded. The entries of a request are treated as one workflow: if several nodes have a name, those that explain most of the workflow are chosen, and all comfy-nodes of a node get the same version or commit. Returns one result for each entry, in the same order. Send only names, not the workflow.',
  body: exactly({
    comfy_nodes: Type.Array(
      exactly({
        comfy_node_name: ComfyNodeName,
        node_id: Type.Optional(AnyId),
        version: Type.Optional(AnyId),
        repository: Type.Optional(
          Type.String({ maxLength: limits.urlLength, description: 'A URL, or `owner/name`.' }),
        ),
      }),
      { maxItems: limits.bulkIdentifiers },
    ),
  }),
  response: Type.Object({ comfy_nodes: Type.Array(ProvidedComfyNode) }),
})
