import { packKey } from '@nodeyard/analysis/comfy-nodes'
import type { BodyOf, ResponseOf } from '@nodeyard/contract/ground'
import type { identifyNodes as contract, IdentifiedNode } from '@nodeyard/contract/packs'
import type { GroundDeps } from '../../../ground/deps.ts'
import { listNodesWithParts, type NodeWithParts } from '../../nodes/sql.ts'
import { normalizeVersion } from '../../nodes/versions/number.ts'
import {
  findRequestedVersions,
  type RequestedVersion,
  type VersionWithArchive,
} from '../../nodes/versions/sql.ts'
import { repositoryKeyOf } from './look-up.ts'
import { findRecordedPacks, type MatchedPack } from './sql.ts'
import { toProvider } from './to-provider.ts'

type Requested = BodyOf<typeof contract>['nodes'][number]

/** Finds nodes by what people and programs call them: ids, repositories, and folders of installed packs. */
export async function identifyNodes(
  { db, config }: Pick<GroundDeps, 'db' | 'config'>,
  { nodes: requested }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const matches = await findRecordedPacks(db, requested.map(recordOf))
  const best = new Map(matches.toReversed().map((match) => [match.place, match]))
  const ids = [...new Set([...best.values()].map(({ id }) => id))]
  const nodes = new Map((await listNodesWithParts(db, ids)).map((parts) => [parts.node.id, parts]))
  const wanted = requested.flatMap(({ version }, place): RequestedVersion[] => {
    const id = best.get(place)?.id
    const number = version === undefined ? undefined : normalizeVersion(version)
    return id !== undefined && number ? [{ place, nodeId: id, number }] : []
  })
  const versions = new Map((await findRequestedVersions(db, wanted)).map((row) => [row.place, row]))
  return {
    nodes: requested.map((one, place) => {
      const match = best.get(place)
      const parts = match && nodes.get(match.id)
      return match && parts
        ? toWire(config, one, { match, parts, version: versions.get(place) })
        : { status: 'unknown' }
    }),
  }
}

/** Installers strip the ending of a disabled pack's folder, and download folders carry the name of a branch. */
function recordOf({ node_id: id = '', repository = '', folder = '' }: Requested, place: number) {
  const name = folder.replace(/\.disabled$/i, '').replace(/-(main|master)$/i, '')
  const key = repositoryKeyOf(repository) ?? repositoryKeyOf(id) ?? ''
  const named = id === '' || id.includes('/') ? name || (key.split('/').at(-1) ?? '') : id
  return {
    place,
    name: id || name,
    repositoryKey: key,
    nameKey: packKey(named),
  }
}

function toWire(
  config: GroundDeps['config'],
  { version: stated }: Requested,
  {
    match,
    parts,
    version,
  }: { match: MatchedPack; parts: NodeWithParts; version: VersionWithArchive | undefined },
): IdentifiedNode {
  if (match.status !== 'active') return { status: 'banned', node_id: match.id }
  return {
    status: 'found',
    node_id: match.id,
    matched_by: match.by,
    provider: toProvider(config, parts, version ?? parts.latest),
    ...(stated === undefined ? {} : { has_version: version !== undefined }),
  }
}
