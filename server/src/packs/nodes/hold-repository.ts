import type { Tx } from '../../ground/db/database.ts'
import { lockNode } from '../versions/sql.ts'
import type { Deps } from './deps.ts'
import { identifyRepository } from './jobs.ts'
import { type RepositoryPlace, repositoryPlace } from './repository.ts'
import {
  assertRepositoryFree,
  freedRepository,
  keeperAmong,
  listRivals,
  plainAddress,
  type Wanted,
  yieldRepository,
} from './repository-holders.ts'
import { changeNode, lockRepository, type NodeChange, type NodeRow } from './sql.ts'

type HoldDeps = Pick<Deps, 'now' | 'reindex' | 'jobs'>

/**
 * Has a locked node hold the repository at this address; nodes that do not keep it lose it. Where another one keeps it,
 * this node is left without a repository.
 */
export async function holdRepository(
  tx: Tx,
  deps: HoldDeps,
  node: NodeRow,
  wanted: Wanted,
): Promise<NodeRow> {
  const place = await lockPlace(tx, node, wanted.address)
  const keeper = keeperAmong(await listRivals(tx, node, wanted.address), node, wanted.proof)
  if (keeper) {
    const named = await changeNode(tx, node.id, { repository_url: plainAddress(wanted.address) })
    return yieldRepository(tx, deps, named, keeper)
  }
  return changeNode(tx, node.id, await takeRepository(tx, deps, node, { ...wanted, place }))
}

/** What an owner or an admin says of a node's repository. Throws `duplicate_repository` when another node keeps it. */
export async function freeRepository(
  tx: Tx,
  deps: HoldDeps,
  node: NodeRow,
  address: string,
  field: string,
): Promise<NodeChange> {
  const place = await lockPlace(tx, node, address)
  await assertRepositoryFree(tx, node, { address, proof: null }, field)
  // Nothing is proven by naming a repository: a draft holds none before its first version is active.
  if (node.status === 'draft' && place?.key !== node.repository_key) {
    return { ...freedRepository, repository_url: plainAddress(address) }
  }
  return takeRepository(tx, deps, node, { address, place, proof: null })
}

/** Whoever holds a repository never waits for it, and so can be locked by whoever takes it away. */
async function lockPlace(tx: Tx, node: NodeRow, address: string): Promise<RepositoryPlace | undefined> {
  const place = repositoryPlace(address)
  if (place && place.key !== node.repository_key) await lockRepository(tx, place.key)
  return place
}

/** The columns of a node that takes a repository from all rivals. Has the code host asked about one that is new to it. */
async function takeRepository(
  tx: Tx,
  deps: HoldDeps,
  node: NodeRow,
  { address, proof, place }: Wanted & { place: RepositoryPlace | undefined },
): Promise<NodeChange> {
  for (const { id } of await listRivals(tx, node, address)) {
    const rival = await lockNode(tx, id)
    if (rival) await yieldRepository(tx, deps, rival, node)
  }
  const key = place?.key ?? null
  const isOther = key !== node.repository_key
  if (isOther && key !== null) await deps.jobs.send(tx, identifyRepository, { nodeId: node.id })
  return {
    ...(isOther ? freedRepository : {}),
    repository_url: plainAddress(address),
    repository_key: key,
    repository_folder: place?.folder ?? '',
    repository_proof: proof ?? (isOther ? null : node.repository_proof),
  }
}
