import { commitOf, fileNameOf, repositoryOf } from '@nodeyard/analysis/lock/parts'
import { isHeldBack } from '@nodeyard/contract/held-back'
import type { IdentifiedNode } from '@nodeyard/contract/identify'
import { limits } from '@nodeyard/contract/limits'
import type { planInstallation as contract, InstallationPlan, PlannedPack } from '@nodeyard/contract/plans'
import type { BodyOf } from '@nodeyard/contract/route'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { identifyNodes } from '../../../packs/comfy-nodes/workflow/identify.ts'
import { isHeld } from '../../../packs/versions/installable.ts'
import { normalizeVersion } from '../../../packs/versions/number.ts'
import { findRequestedVersions, type VersionWithArchive } from '../../../packs/versions/sql.ts'
import { toNodeVersion } from '../../../packs/versions/to-wire.ts'
import type { Deps } from '../deps.ts'
import { listVersionsBefore } from './sql.ts'

type Requested = BodyOf<typeof contract>['packs'][number]
type LeftOut = InstallationPlan['left_out'][number]

/** A node with the versions that can be chosen, newest first; only one if the request states it. */
export interface Choice {
  nodeId: string
  isStated: boolean
  versions: VersionWithArchive[]
}

export interface Choices {
  choices: Choice[]
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
    nodes: packs.map(({ commit: _, version, ...named }) => ({
      ...named,
      ...(isNumber(version) ? { version } : {}),
    })),
  })
  const ids = nodes.flatMap(({ status, node_id }) => (status === 'found' && node_id ? [node_id] : []))
  const page = { before, limit: limits.agreeingVersions }
  const newest = Map.groupBy(await listVersionsBefore(deps.db, ids, page), ({ node_id }) => node_id)
  const stated = await findStated(deps.db, packs, nodes, before)
  const found: Choices = { choices: [], repositories: [], leftOut: [] }
  const seen = new Set<string>()
  for (const [place, requested] of packs.entries()) {
    const node = withoutNamesakes(nodes[place], requested)
    const key = node.node_id ?? requested.repository ?? nameOf(requested)
    if (seen.has(key)) found.leftOut.push({ name: nameOf(requested), reason: 'twice' })
    else addChoice(found, { requested, node, newest: newest.get(key) ?? [], stated: stated.get(place) })
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

interface Found {
  requested: Requested
  node: IdentifiedNode
  newest: VersionWithArchive[]
  stated: VersionWithArchive | undefined
}

function addChoice({ choices, repositories, leftOut }: Choices, found: Found): void {
  const { requested, node, newest, stated } = found
  const leave = (reason: LeftOut['reason']) => leftOut.push({ name: nameOf(requested), reason })
  const { node_id: nodeId, provider } = node
  if (node.status === 'banned') leave('banned')
  else if (!nodeId || !provider) {
    const repository = repositoryPack(requested, requested.repository)
    if (repository) repositories.push(repository)
    else leave('unknown')
  } else if (isNumber(requested.version) && provider.publisher_id !== unclaimedPublisherId) {
    const isGood = stated?.status === 'active' && stated.killed_by === null
    if (isGood) choices.push({ nodeId, isStated: true, versions: [stated] })
    else leave(stated ? 'held_back' : 'version_unknown')
  } else if (newest.length > 0) choices.push({ nodeId, isStated: false, versions: newest })
  else {
    const { clone, commit } = provider.install
    const repository = repositoryPack(requested, clone, commit)
    if (repository) repositories.push({ ...repository, node_id: nodeId })
    else leave(isHeldBack(provider.install) ? 'held_back' : provider.version ? 'too_new' : 'held_back')
  }
}

const nameOf = ({ node_id, repository, folder }: Requested) =>
  (node_id ?? repository ?? folder ?? '').toWellFormed()

/** Git names the folder by the last part of the address. */
function repositoryPack(
  requested: Requested,
  address: string | undefined,
  commitRead?: string,
): PlannedPack | undefined {
  const repository = repositoryOf(address)
  if (repository === undefined) return undefined
  const usual = new URL(repository).pathname
    .split('/')
    .at(-1)
    ?.replace(/\.git$/, '')
  const folder = fileNameOf(requested.folder) ?? fileNameOf(usual)
  const commit = commitOf(requested.commit) ?? commitOf(requested.version) ?? commitOf(commitRead)
  if (folder === undefined) return undefined
  return { folder, repository, ...(commit ? { commit } : {}), chosen: 'repository' }
}

/** Describes a node at one of its versions, with the archive to install. */
export function toPlanned(
  config: Deps['config'],
  { nodeId, isStated, versions }: Choice,
  at: number,
): PlannedPack | undefined {
  const [row, newest] = [versions[at], versions[0]]
  if (!row || !newest) return undefined
  const { version, downloadUrl, sha256, size } = toNodeVersion(config, row)
  return {
    ...{ folder: nodeId, node_id: nodeId, version },
    ...(downloadUrl === undefined ? {} : { url: downloadUrl }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(size === undefined ? {} : { size }),
    chosen: isStated ? 'stated' : at === 0 ? 'newest' : 'agreeing',
    ...(at === 0 ? {} : { newest: newest.version }),
  }
}
