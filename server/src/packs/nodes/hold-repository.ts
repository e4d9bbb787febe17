import { type RepositoryAddress, readRepository } from '@nodeyard/analysis/ground'
import type { Tx } from '../../ground/db/database.ts'
import { deleteRepositoryNames } from './aliases/sql.ts'
import type { Deps } from './deps.ts'
import { sendIdentification } from './jobs.ts'
import { normalAddress, storedAddress } from './repository.ts'
import {
  assertRepositoryFree,
  freedRepository,
  keeperAmong,
  listRivals,
  type Wanted,
  yieldRepository,
} from './repository-holders.ts'
import { changeNode, lockNode, lockRepository, type NodeChange, type NodeRow } from './sql.ts'

type HoldDeps = Pick<Deps, 'now' | 'jobs'>

/**
 * Assigns the repository at this address to a locked node. Nodes that cannot keep it lose it. When another
 * node keeps it, this node stays without a repository.
 */
export async function holdRepository(
  tx: Tx,
  deps: HoldDeps,
  node: NodeRow,
  wanted: Wanted,
): Promise<NodeRow> {
  const place = await lockPlace(tx, node, wanted.address)
  const rivals = await listRivals(tx, node, wanted.address)
  const keeper = keeperAmong(rivals, node, wanted.proof)
  if (keeper) {
    const named = await changeNode(tx, node.id, { repository_url: storedAddress(wanted.address) })
    return yieldRepository(tx, deps, named, keeper)
  }
  return changeNode(tx, node.id, await takeRepository(tx, deps, node, { ...wanted, place, rivals }))
}

/**
 * Applies the repository that an owner or an admin entered for a node. Throws `duplicate_repository` when
 * another node keeps it.
 */
export async function freeRepository(
  tx: Tx,
  deps: HoldDeps,
  node: NodeRow,
  sent: string,
  field: string,
): Promise<NodeChange> {
  const address = normalAddress(sent, field)
  const place = await lockPlace(tx, node, address)
  const rivals = await assertRepositoryFree(tx, node, { address, proof: null }, field)
  // Naming a repository proves nothing: a draft holds none before its first version is active.
  if (node.status === 'draft' && place?.key !== node.repository_key) {
    return { ...freedRepository, repository_url: storedAddress(address) }
  }
  return takeRepository(tx, deps, node, { address, place, rivals, proof: null })
}

/** Holders of a repository never wait for this lock, which lets a rival lock them. */
async function lockPlace(tx: Tx, node: NodeRow, address: string): Promise<RepositoryAddress | undefined> {
  const place = readRepository(address)
  if (place && place.key !== node.repository_key) await lockRepository(tx, place.key)
  return place
}

/**
 * Returns the columns of a node that takes a repository from all rivals. Queries the code host about a
 * repository that is new to the node.
 */
async function takeRepository(
  tx: Tx,
  deps: HoldDeps,
  node: NodeRow,
  {
    address,
    proof,
    place,
    rivals,
  }: Wanted & { place: RepositoryAddress | undefined; rivals: readonly NodeRow[] },
): Promise<NodeChange> {
  for (const { id } of rivals) {
    const rival = await lockNode(tx, id)
    if (rival) await yieldRepository(tx, deps, rival, node)
  }
  const key = place?.key ?? null
  const isOther = key !== node.repository_key
  if (isOther) await deleteRepositoryNames(tx, node.id)
  const isNewlyProven = proof !== null && node.repository_proof === null
  if ((isOther || isNewlyProven) && key !== null) await sendIdentification(tx, deps, node)
  return {
    ...(isOther ? freedRepository : {}),
    repository_url: storedAddress(address),
    repository_key: key,
    repository_folder: place?.folder ?? '',
    repository_proof: proof ?? (isOther ? null : node.repository_proof),
  }
}
