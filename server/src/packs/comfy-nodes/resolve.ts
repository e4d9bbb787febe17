import { isBuiltIn } from '@nodeyard/analysis/workflow/built-in'
import { isHeldBack } from '@nodeyard/contract/held-back'
import type {
  findProviders as contract,
  ProvidedComfyNode,
  Provider,
  ProviderNotice,
  ProviderReason,
} from '@nodeyard/contract/providers'
import type { BodyOf, ResponseOf } from '@nodeyard/contract/route'
import { aliasKey, nodeKey } from '../../ground/db/node-key.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import { installOf } from '../nodes/install-state.ts'
import { repositoryKey } from '../nodes/repository.ts'
import { listNodesWithParts, type NodeWithParts } from '../nodes/sql.ts'
import { normalizeVersion } from '../versions/number.ts'
import { findRequestedVersions, type RequestedVersion, type VersionWithArchive } from '../versions/sql.ts'
import { toNodeVersion } from '../versions/to-wire.ts'
import type { Deps } from './deps.ts'
import { type Candidate, findRecordedNodes, listCandidates, listNamesInVersions } from './sql.ts'

type Requested = BodyOf<typeof contract>['comfy_nodes'][number]

const mostAlternatives = 5

/** Everything from the database that the results need. */
interface Known {
  /** Keyed by name, best first. */
  candidates: Map<string, Candidate[]>
  nodes: Map<string, NodeWithParts>
  /** Keyed by index in the request. */
  recordedNodes: Map<number, { id: string; status: string; byRepository: boolean }>
  recordedVersions: Map<number, VersionWithArchive>
  /** Comfy-node names of requested versions, where they were extracted. */
  names: Map<string, ReadonlySet<string>>
}

/**
 * Finds the provider of each comfy-node and the reason for it. The workflow's record comes first, because it
 * names the node its author used. Then comes the node that preempts the name, then the order of {@link
 * listCandidates}.
 */
export async function resolveComfyNodes(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { comfy_nodes: requested }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const foreign = requested.map((one) => !isBuiltIn(one.comfy_node_name, one.node_id))
  const known = await lookUp(db, requested, foreign)
  return {
    comfy_nodes: requested.map((one, place) =>
      foreign[place] ? answer(config, one, place, known) : builtIn(one),
    ),
  }
}

const builtIn = ({ comfy_node_name }: Requested): ProvidedComfyNode => ({
  comfy_node_name,
  status: 'built_in',
  notices: [],
  alternatives: [],
})

async function lookUp(
  db: Deps['db'],
  requested: readonly Requested[],
  foreign: readonly boolean[],
): Promise<Known> {
  const names = [...new Set(requested.filter((_, place) => foreign[place]).map((one) => one.comfy_node_name))]
  const recorded = requested.flatMap(({ node_id, repository }, place) => {
    const key = repository ? repositoryKeyOf(repository) : undefined
    return foreign[place] && (node_id || key)
      ? [
          {
            place,
            nodeKey: node_id ? nodeKey(node_id) : '',
            aliasKey: node_id ? aliasKey(node_id) : '',
            repositoryKey: key ?? '',
          },
        ]
      : []
  })
  const [candidates, recordedNodes] = await Promise.all([
    listCandidates(db, names, mostAlternatives + 1),
    findRecordedNodes(db, recorded),
  ])
  const byPlace = new Map(recordedNodes.map((row) => [row.place, row]))
  const versions = requested.flatMap(({ version }, place): RequestedVersion[] => {
    const node = byPlace.get(place)
    const number = version === undefined ? undefined : normalizeVersion(version)
    return node && number ? [{ place, nodeId: node.id, number }] : []
  })
  const found = await findRequestedVersions(db, versions)
  const ids = [
    ...new Set([...candidates, ...recordedNodes].map((row) => ('id' in row ? row.id : row.nodeId))),
  ]
  const nodes = new Map((await listNodesWithParts(db, ids)).map((parts) => [parts.node.id, parts]))
  const versionIds = [
    ...found.map(({ id }) => id),
    ...recordedNodes.flatMap(({ id }) => nodes.get(id)?.node.facts_id ?? []),
  ]
  return {
    candidates: Map.groupBy(candidates, ({ name }) => name),
    nodes,
    recordedNodes: byPlace,
    recordedVersions: new Map(found.map((row) => [row.place, row])),
    names: await listNamesInVersions(db, versionIds),
  }
}

/** Tools record `owner/name` without the code host that nearly all repositories are on. */
function repositoryKeyOf(text: string): string | undefined {
  return repositoryKey(/^[\w.-]+\/[\w.-]+$/.test(text) ? `https://github.com/${text}` : text)
}

interface Choice {
  nodeId: string
  version?: VersionWithArchive | undefined
  reason: ProviderReason
  notices: ProviderNotice[]
}

function answer(
  config: Deps['config'],
  requested: Requested,
  place: number,
  known: Known,
): ProvidedComfyNode {
  const { comfy_node_name: name } = requested
  const candidates = known.candidates.get(name) ?? []
  const recorded = fromRecord(requested, place, known)
  const choice = recorded?.choice ?? fromCandidates(candidates)
  const notices = [...(recorded?.notices ?? []), ...(choice?.notices ?? [])]
  const parts = choice && known.nodes.get(choice.nodeId)
  const alternatives = candidates
    .filter(({ nodeId }) => nodeId !== choice?.nodeId)
    .flatMap(({ nodeId }) => known.nodes.get(nodeId) ?? [])
    .slice(0, mostAlternatives)
    .map((other) => toProvider(config, other))
  if (!choice || !parts) return { comfy_node_name: name, status: 'unknown', notices, alternatives }
  const version = choice.version ?? parts.latest
  if (version?.deprecated) notices.push('deprecated')
  return {
    comfy_node_name: name,
    status: 'found',
    provider: toProvider(config, parts, version),
    reason: choice.reason,
    notices,
    alternatives,
  }
}

/** Uses the workflow's record, unless it is known to be wrong or the node is no longer available. */
function fromRecord(
  { comfy_node_name: name, node_id, version: recordedVersion }: Requested,
  place: number,
  { recordedNodes, recordedVersions, nodes, names }: Known,
): { choice?: Choice; notices: ProviderNotice[] } | undefined {
  const recorded = recordedNodes.get(place)
  if (!recorded) return node_id ? { notices: ['recorded_node_unknown'] } : undefined
  const parts = nodes.get(recorded.id)
  if (recorded.status !== 'active' || !parts) return { notices: ['recorded_node_banned'] }
  const version = recordedVersions.get(place)
  if (version && !isMissing(names.get(version.id), name))
    return { choice: { nodeId: recorded.id, version, reason: 'recorded_version', notices: [] }, notices: [] }
  const readNames = parts.node.reading_id === null ? undefined : names.get(parts.node.reading_id)
  const ofLatest = parts.latest && names.get(parts.latest.id)
  if (version ? !ofLatest?.has(name) : isMissing(ofLatest, name)) return { notices: ['not_in_recorded_node'] }
  const notices: ProviderNotice[] = []
  if (version) notices.push('not_in_recorded_version')
  else if (recordedVersion) notices.push('recorded_version_unknown')
  const reason = recorded.byRepository ? 'recorded_repository' : 'recorded_node'
  if (!parts.latest && !readNames?.has(name)) notices.push('unverified')
  return { choice: { nodeId: recorded.id, reason, notices }, notices: [] }
}

const isMissing = (names: ReadonlySet<string> | undefined, name: string) =>
  names !== undefined && names.size > 0 && !names.has(name)

function fromCandidates([best, second]: readonly Candidate[]): Choice | undefined {
  if (!best) return undefined
  return {
    nodeId: best.nodeId,
    reason: reasonFor(best, second),
    notices: best.isVerified ? [] : ['unverified'],
  }
}

/** Returns the first sort key in which the best two differ. */
function reasonFor(best: Candidate, second: Candidate | undefined): ProviderReason {
  if (best.isPreempted) return 'preempted'
  if (!second) return 'only_provider'
  if (best.isVerified !== second.isVerified) return 'verified'
  if (best.ranking !== second.ranking) return 'ranking'
  return best.downloads !== second.downloads || best.stars !== second.stars ? 'popularity' : 'older'
}

function toProvider(
  config: Deps['config'],
  { node, publisher, latest, held, reading }: NodeWithParts,
  version: VersionWithArchive | undefined = latest,
): Provider {
  const shown = version && toNodeVersion(config, version)
  const install = installOf({ node, latest, held, reading })
  return {
    node_id: node.id,
    name: node.name.trim() || node.id,
    publisher_id: publisher.id,
    ...(isHeldBack(install) ? {} : unlessEmpty('repository', node.repository_url)),
    install,
    ...(shown ? { version: shown } : {}),
    downloads: node.downloads,
    github_stars: node.github_stars,
  }
}
