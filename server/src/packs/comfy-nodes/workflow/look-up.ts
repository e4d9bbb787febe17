import { type CoreNode, isToolId, packKey } from '@nodeyard/analysis/comfy-nodes'
import type { BodyOf } from '@nodeyard/contract/ground'
import type { findProviders as contract } from '@nodeyard/contract/packs'
import type { Db } from '../../../ground/db/database.ts'
import { findCoreNodes } from '../../core-nodes/find.ts'
import { repositoryKey } from '../../nodes/repository.ts'
import { listNodesWithParts, type NodeWithParts } from '../../nodes/sql.ts'
import { normalizeVersion } from '../../nodes/versions/number.ts'
import {
  findRequestedVersions,
  type RequestedVersion,
  type VersionWithArchive,
} from '../../nodes/versions/sql.ts'
import { type Candidate, listCandidates, listNamesInVersions } from '../sql.ts'
import { findMarkedPacks } from './marks.ts'
import { findRecordedPacks, type MatchedPack } from './sql.ts'

export type Requested = BodyOf<typeof contract>['comfy_nodes'][number]

/** Everything from the database that the results need. */
export interface Known {
  /** The tool's own comfy-nodes among the requested names. */
  core: ReadonlyMap<string, CoreNode>
  /** Keyed by name, best first. */
  candidates: ReadonlyMap<string, Candidate[]>
  nodes: ReadonlyMap<string, NodeWithParts>
  /** Keyed by index in the request. */
  recordedNodes: ReadonlyMap<number, MatchedPack>
  recordedVersions: ReadonlyMap<number, VersionWithArchive>
  /** Comfy-node names of versions whose comfy-nodes were extracted. */
  names: ReadonlyMap<string, ReadonlySet<string>>
  /** The node that a name's prefix or suffix belongs to, by name. */
  marked: ReadonlyMap<string, string>
}

const maxCandidates = 20

export async function lookUp(db: Db, requested: readonly Requested[]): Promise<Known> {
  const all = [...new Set(requested.map(({ comfy_node_name }) => comfy_node_name))]
  const core = await findCoreNodes(db, all)
  const names = all.filter((name) => !core.has(name))
  const [candidateRows, matches] = await Promise.all([
    listCandidates(db, [...new Set(names.flatMap((name) => [name, name.trim()]))], maxCandidates),
    findMatches(db, requested),
  ])
  const candidates = candidatesOf(names, candidateRows)
  const recordedNodes = new Map<number, MatchedPack>()
  requested.forEach(({ comfy_node_name: name }, place) => {
    const match = bestMatch(matches.get(place) ?? [], candidates.get(name) ?? [])
    if (match) recordedNodes.set(place, match)
  })
  const versions = requested.flatMap(({ version }, place): RequestedVersion[] => {
    const node = recordedNodes.get(place)
    const number = version === undefined ? undefined : normalizeVersion(version)
    return node && number ? [{ place, nodeId: node.id, number }] : []
  })
  const marked = await findMarkedPacks(
    db,
    names.filter((name) => !candidates.get(name)?.[0]?.isVerified),
    candidates,
  )
  const found = await findRequestedVersions(db, versions)
  const ids = new Set([
    ...candidateRows.map(({ nodeId }) => nodeId),
    ...[...recordedNodes.values()].map(({ id }) => id),
    ...marked.values(),
  ])
  const nodes = new Map((await listNodesWithParts(db, [...ids])).map((parts) => [parts.node.id, parts]))
  const shown = [...recordedNodes.values()].map(({ id }) => id).concat(...marked.values())
  const latest = shown.flatMap((id) => nodes.get(id)?.node.facts_id ?? [])
  return {
    core,
    candidates,
    nodes,
    recordedNodes,
    marked,
    recordedVersions: new Map(found.map((row) => [row.place, row])),
    names: await listNamesInVersions(db, [...new Set([...found.map(({ id }) => id), ...latest])]),
  }
}

/** Lists have some names without the blanks around them. */
function candidatesOf(names: readonly string[], rows: readonly Candidate[]): Map<string, Candidate[]> {
  const byName = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    names.flatMap((name) => {
      const candidates = byName.get(name) ?? byName.get(name.trim())
      return candidates ? [[name, candidates] as const] : []
    }),
  )
}

/** Finds the nodes of each record, once for all comfy-nodes that have it. */
async function findMatches(db: Db, requested: readonly Requested[]): Promise<Map<number, MatchedPack[]>> {
  const places = new Map<string, number[]>()
  requested.forEach(({ node_id = '', repository = '' }, place) => {
    if ((node_id === '' && repository === '') || isToolId(node_id)) return
    const key = JSON.stringify([node_id, repository])
    places.set(key, [...(places.get(key) ?? []), place])
  })
  const matches = await findRecordedPacks(
    db,
    [...places.values()].map(([place = 0]) => {
      const { node_id: id = '', repository = '' } = requested[place] ?? {}
      const key = repositoryKeyOf(repository) ?? repositoryKeyOf(id) ?? ''
      const name = id === '' || id.includes('/') ? (key.split('/').at(-1) ?? '') : id
      return {
        place,
        name: id,
        repositoryKey: key,
        nameKey: packKey(name),
      }
    }),
  )
  const byFirst = Map.groupBy(matches, ({ place }) => place)
  return new Map(
    [...places.values()].flatMap((group) =>
      group.map((place) => [place, byFirst.get(group[0] ?? 0) ?? []] as const),
    ),
  )
}

/** Takes the surest match. Of several repositories of one name, it takes the one that provides the comfy-node. */
function bestMatch(
  matches: readonly MatchedPack[],
  candidates: readonly Candidate[],
): MatchedPack | undefined {
  const [first] = matches
  if (first?.by !== 'repository_name') return first
  const providers = new Set(candidates.map(({ nodeId }) => nodeId))
  return matches.find(({ id }) => providers.has(id)) ?? first
}

/** Tools record `owner/name` without the code host that nearly all repositories are on. */
export function repositoryKeyOf(text: string): string | undefined {
  return repositoryKey(/^[\w.-]+\/[\w.-]+$/.test(text) ? `https://github.com/${text}` : text)
}
