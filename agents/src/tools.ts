import { planInstallation } from '@nodeyard/contract/discovery'
import {
  bulkVersions,
  checkRequirements,
  findProviders,
  getComfyNode,
  getCompatibility,
  getNode,
  getNodeOfComfyNode,
  getNodeScore,
  getNodeVersion,
  getPublishReport,
  identifyNodes,
  listComfyNodes,
  listNodeVersions,
  listReplacements,
  listVersionComfyNodes,
  resolveModels,
  searchNodes,
  unyankVersion,
  updateVersion,
  yankVersion,
} from '@nodeyard/contract/packs'
import { getOwnToken } from '@nodeyard/contract/people'
import { getAdvisory, listAdvisories } from '@nodeyard/contract/safety'
import { getStatus } from '@nodeyard/contract/services'
import type { RouteTool } from './tool.ts'

/** The tools that call one route each. A pack is a node of the API, and a node a comfy-node. */
export const routeTools: readonly RouteTool[] = [
  {
    name: 'search_packs',
    route: searchNodes,
    fields: [
      'search',
      'comfy_node_search',
      'repository_url_search',
      'publisher_id',
      'category',
      'license',
      'sort',
      'page',
      'limit',
    ],
    fixed: { facets: false },
    description:
      'Search packs of custom nodes. `search` takes words, and operators such as `tag:upscale`, `node:NAME`, `IMAGE -> MASK`. `comfy_node_search` looks for the names of nodes.',
  },
  {
    name: 'get_pack',
    route: getNode,
    fields: ['nodeId'],
    description: 'The facts about one pack, with its latest version and how to install it.',
  },
  {
    name: 'list_versions',
    route: listNodeVersions,
    fields: ['nodeId', 'limit'],
    fixed: { include_status_reason: true },
    description: 'The versions of a pack, newest first, and why those that are not available are held.',
  },
  {
    name: 'get_version',
    route: getNodeVersion,
    description:
      'One version: requirements, capabilities, changes since the version before, digest and download address.',
  },
  {
    name: 'check_versions',
    route: bulkVersions,
    description: 'The state of many installed versions at once, by pack and number.',
  },
  {
    name: 'list_nodes',
    route: listVersionComfyNodes,
    description: 'The nodes of a version, with the inputs and outputs of each.',
  },
  {
    name: 'get_node',
    route: getComfyNode,
    description: 'The schema of one node: inputs, outputs, documentation.',
  },
  { name: 'find_nodes', route: listComfyNodes, description: 'Nodes of this exact name, in all packs.' },
  {
    name: 'find_pack_of_node',
    route: getNodeOfComfyNode,
    description: 'The pack that provides a node of this name. Use it for "missing node type" errors.',
  },
  {
    name: 'resolve_nodes',
    route: findProviders,
    description: 'The packs and versions that provide many nodes at once, with alternatives.',
  },
  {
    name: 'identify_packs',
    route: identifyNodes,
    description: 'Packs by folder, repository or id, for many at once.',
  },
  {
    name: 'find_replacements',
    route: listReplacements,
    description: 'Nodes that take the place of one that is gone or deprecated, and how its inputs map.',
  },
  {
    name: 'plan_installation',
    route: planInstallation,
    fields: ['packs', 'models', 'unknown', 'freeze', 'tool_requirements', 'machine', 'as_of', 'min_age'],
    description:
      'Versions of packs and Python packages that work together on a machine, conflicts, and the lock file. Use it before installing.',
  },
  {
    name: 'check_conflicts',
    route: checkRequirements,
    description:
      'Whether the Python requirements of packs can be installed together, and who conflicts with whom.',
  },
  {
    name: 'get_compatibility',
    route: getCompatibility,
    description: 'Versions of Python that a pack works with, and its conflicts with much installed packs.',
  },
  {
    name: 'find_models',
    route: resolveModels,
    description: 'Where model files can be downloaded, by name or hash, with folder and hash.',
  },
  {
    name: 'get_score',
    route: getNodeScore,
    description: 'How well a pack is made, by facts, and its next best step.',
  },
  {
    name: 'list_advisories',
    route: listAdvisories,
    description: 'Security advisories, newest first; by pack and version on request.',
  },
  { name: 'get_advisory', route: getAdvisory },
  { name: 'get_status', route: getStatus, description: 'Whether the registry works.' },
  {
    name: 'who_am_i',
    route: getOwnToken,
    needsToken: true,
    description: 'The publisher and the rights of the publish token.',
  },
  {
    name: 'why_held',
    route: getPublishReport,
    fields: ['nodeId', 'version'],
    needsToken: true,
    description: 'All findings in a version of your own, with file, line and fix, and what it waits for.',
  },
  {
    name: 'yank_version',
    route: yankVersion,
    fields: ['publisherId', 'nodeId', 'versionId', 'reason'],
    needsToken: true,
    changes: 'reversible',
  },
  {
    name: 'unyank_version',
    route: unyankVersion,
    fields: ['publisherId', 'nodeId', 'versionId'],
    needsToken: true,
    changes: 'reversible',
  },
  {
    name: 'deprecate_version',
    route: updateVersion,
    fields: ['publisherId', 'nodeId', 'versionId', 'deprecated', 'deprecation_message'],
    needsToken: true,
    changes: 'reversible',
    description: 'Warns the users of a version, or lifts the warning.',
  },
]
