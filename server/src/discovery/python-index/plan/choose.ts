import { commitOf, packFolderOf, repositoryOf } from '@nodeyard/analysis/lock'
import type {
  planInstallation as contract,
  InstallationPlan,
  PlannedPack,
} from '@nodeyard/contract/discovery'
import { type BodyOf, defined, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { type IdentifiedNode, isHeldBack } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { identifyNodes } from '../../../packs/comfy-nodes/workflow/identify.ts'
import { findKeptCommits, type KeptCommits } from '../../../packs/comfy-nodes/workflow/kept-commits.ts'
import { isHeld } from '../../../packs/nodes/versions/installable.ts'
import { normalizeVersion } from '../../../packs/nodes/versions/number.ts'
import { findRequestedVersions, type VersionWithArchive } from '../../../packs/nodes/versions/sql.ts'
import { toNodeVersion } from '../../../packs/nodes/versions/to-wire.ts'
import type { Deps } from '../deps.ts'
import { listVersionsBefore } from './sql.ts'

type Requested = NonNullable<BodyOf<typeof contract>['nodes']>[number]
type LeftOut = InstallationPlan['left_out'][number]

/** A node with the versions that can be chosen, newest first; only one if the request states it. */
export interface VersionChoice {
  nodeId: string
  isStated: boolean
  versions: VersionWithArchive[]
}

export interface Choices {
  choices: VersionChoice[]
  repositories: PlannedPack[]
  leftOut: LeftOut[]
}

/** Finds what each entry of a request is, and which versions it can have. */
export async function findChoices(
  deps: Pick<Deps, 'db' | 'config'>,
  packs: readonly Requested[],
  before: Date,
): Promise<Choices> {
  const { nodes } = await identifyNodes(deps, {
    nodes: packs.map(({ commit: _, commits: __, comfy_nodes: ___, version, ...named }) => ({
      ...named,
      ...(isNumber(version) ? { version } : {}),
    })),
  })
  const ids = nodes.flatMap(({ status, node_id }) => (status === 'found' && node_id ? [node_id] : []))
  const page = { before, limit: limits.agreeingVersions }
  const newest = Map.groupBy(await listVersionsBefore(deps.db, ids, page), ({ node_id }) => node_id)
  const stated = await findStated(deps.db, packs, nodes, before)
  const kept = await findKeptCommits(
    deps.db,
    packs.flatMap((requested, place) => {
      const node_id = nodes[place]?.node_id
      const [commits, names] = [statedCommits(requested), [...new Set(requested.comfy_nodes)]]
      const number = normalizeVersion(requested.version ?? '')
      return node_id ? [{ place, node_id, commits, versions: number ? [number] : [], names }] : []
    }),
  )
  const found: Choices = { choices: [], repositories: [], leftOut: [] }
  const seen = new Set<string>()
  for (const [place, requested] of packs.entries()) {
    const node = withoutNamesakes(nodes[place], requested)
    const key = node.node_id ?? requested.repository ?? nameOf(requested)
    if (seen.has(key)) found.leftOut.push({ name: nameOf(requested), reason: 'twice' })
    else
      addChoice(found, {
        requested,
        node,
        newest: newest.get(key) ?? [],
        stated: stated.get(place),
        kept: kept.get(place),
      })
    seen.add(key)
  }
  return found
}

/** Another repository of the same name is a fork, or something else. */
function withoutNamesakes(node: IdentifiedNode | undefined, { repository }: Requested): IdentifiedNode {
  const isNamesake = node?.matched_by === 'repository_name' && repository?.includes('://')
  return node && !isNamesake ? node : { status: 'unknown' }
}

/** Snapshots also record `nightly`, branches and commits as versions. */
const isNumber = (version: string | undefined): version is string =>
  version !== undefined && normalizeVersion(version) !== undefined

async function findStated(
  db: DbOrTx,
  packs: readonly Requested[],
  nodes: readonly IdentifiedNode[],
  before: Date,
): Promise<Map<number, VersionWithArchive>> {
  const wanted = packs.flatMap(({ version = '' }, place) => {
    const [nodeId, number] = [nodes[place]?.node_id, normalizeVersion(version)]
    return nodeId && number ? [{ place, nodeId, number }] : []
  })
  const rows = await findRequestedVersions(db, wanted)
  return new Map(
    rows
      .filter((row) => isHeld(row) || (row.first_active_at !== null && row.first_active_at < before))
      .map((row) => [row.place, row]),
  )
}

/** Returns the commits that a request states for a node. */
const statedCommits = ({ commit, commits = [], version }: Requested): string[] => [
  ...new Set([commit, version, ...commits].flatMap((one) => commitOf(one) ?? [])),
]

interface Found {
  requested: Requested
  node: IdentifiedNode
  newest: VersionWithArchive[]
  stated: VersionWithArchive | undefined
  kept: KeptCommits | undefined
}

function addChoice({ choices, repositories, leftOut }: Choices, found: Found): void {
  const { requested, node, newest, stated, kept } = found
  const leave = (reason: LeftOut['reason'], of = nameOf(requested)) => leftOut.push({ name: of, reason })
  const { node_id: nodeId, provider } = node
  if (node.status === 'banned') return void leave('banned')
  if (!nodeId || !provider) {
    const repository = repositoryPack(requested, requested.repository, requested)
    if (repository) repositories.push(repository)
    else leave('unknown')
    return
  }
  const isUnclaimed = provider.publisher_id === unclaimedPublisherId
  if (isNumber(requested.version) && !isUnclaimed) {
    const isGood = stated?.status === 'active' && stated.killed_by === null
    if (isGood) choices.push({ nodeId, isStated: true, versions: [stated] })
    else leave(stated ? 'held_back' : 'version_unknown')
    return
  }
  if (isNumber(requested.version) && !kept?.versions.has(normalizeVersion(requested.version) ?? ''))
    leave('version_unknown', `${nodeId}@${requested.version}`)
  const isRead = new Set([...(kept?.read ?? []), commitOf(provider.install.commit)])
  for (const commit of statedCommits(requested))
    if (newest.length > 0 || !isRead.has(commit)) leave('commit_not_kept', `${nodeId}@${commit}`)
  if (newest.length > 0) return void choices.push({ nodeId, isStated: false, versions: newest })
  const { clone, commit } = provider.install
  const repository = repositoryPack(requested, clone, { commit: kept?.best.commit ?? commit })
  if (repository) repositories.push({ ...repository, node_id: nodeId })
  else leave(isHeldBack(provider.install) || !provider.version ? 'held_back' : 'too_new')
}

const nameOf = ({ node_id, repository, folder }: Requested) =>
  (node_id ?? repository ?? folder ?? '').toWellFormed()

/** Git names the folder by the last part of the address. */
function repositoryPack(
  requested: Requested,
  address: string | undefined,
  of: { commit?: string | undefined; version?: string | undefined },
): PlannedPack | undefined {
  const repository = repositoryOf(address)
  if (repository === undefined) return undefined
  const usual = new URL(repository).pathname
    .split('/')
    .at(-1)
    ?.replace(/\.git$/, '')
  const folder = packFolderOf(requested.folder) ?? packFolderOf(usual)
  const commit = commitOf(of.commit) ?? commitOf(of.version)
  if (folder === undefined) return undefined
  return { folder, repository, ...(commit ? { commit } : {}), chosen: 'repository' }
}

/** Describes a node at one of its versions, with the archive to install. */
export function toPlanned(
  config: Deps['config'],
  { nodeId, isStated, versions }: VersionChoice,
  at: number,
): PlannedPack | undefined {
  const [row, newest] = [versions[at], versions[0]]
  if (!row || !newest) return undefined
  const { version, downloadUrl, sha256, size } = toNodeVersion(config, row)
  return {
    folder: nodeId,
    node_id: nodeId,
    version,
    ...defined({ url: downloadUrl, sha256, size }),
    chosen: isStated ? 'stated' : at === 0 ? 'newest' : 'agreeing',
    ...(at === 0 ? {} : { newest: newest.version }),
  }
}
