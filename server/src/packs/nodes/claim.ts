import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { getAdministered } from '../../people/code-host/administered.ts'
import type { RepositoryName } from '../../people/code-host/client.ts'
import { getOwnedPublisher, shareOwnedPublisher } from '../../people/publishers/owner.ts'
import type { Deps } from './deps.ts'
import { holdRepository } from './hold-repository.ts'
import { sendIdentification } from './jobs.ts'
import { moveNode } from './move.ts'
import { findNameAt } from './repository.ts'
import { keeperAmong, listRivals, yieldRepository } from './repository-holders.ts'
import { changeNode, findNodeById, listHoldersByHostId, lockNode, type NodeRow } from './sql.ts'
import type { NodePath } from './versions/editable-node.ts'
import { assertNotBanned } from './versions/readable-node.ts'

type ClaimDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'codeHost' | 'jobs'>

export interface Claim extends NodePath {
  /** The token of a repository administrator. It is never stored. */
  token: string
  /** The repository of a node that the publisher already owns; defaults to the one that the node names. */
  repository?: string | undefined
}

/**
 * Transfers an unclaimed node to a publisher, or proves that the publisher controls the repository of its own
 * node. Other nodes that name the repository lose it. Requests to the code host come before the transaction,
 * which checks their preconditions again. Source: API contract 13.
 */
export async function claimNode(
  deps: ClaimDeps,
  user: UserActor,
  { publisherId, nodeId, token, repository: named }: Claim,
): Promise<void> {
  assertMayWrite(user)
  await getOwnedPublisher(deps.db, publisherId, user)
  const seen = await findNodeById(deps.db, nodeId)
  assertClaimable(seen, publisherId)
  const isOwn = seen.publisher_id === publisherId
  const address = (isOwn && named) || seen.repository_url
  const name = nameAt(deps.codeHost.host, address)
  const { repository } = await getAdministered(deps.codeHost, name, token)
  await transact(deps, async (tx) => {
    await shareOwnedPublisher(tx, publisherId, user)
    const node = await lockNode(tx, nodeId)
    assertClaimable(node, publisherId)
    const isChanged = node.publisher_id !== seen.publisher_id || node.repository_url !== seen.repository_url
    if (isChanged) throw new RegistryError('repository_unusable')
    const claimed = { ...node, publisher_id: publisherId }
    await proveRepository(tx, deps, claimed, { address, hostId: repository.id })
    if (isOwn) await recordProof(tx, deps, user, node, address)
    else await moveNode(tx, deps, user, node, { to: publisherId, action: 'node.claim' })
  })
}

/**
 * Throws `repository_in_use` when another publisher has proven the same repository, or when it belongs to an
 * unclaimed node.
 */
async function proveRepository(
  tx: Tx,
  deps: ClaimDeps,
  node: NodeRow,
  { address, hostId }: { address: string; hostId: number },
): Promise<void> {
  const others = (await listHoldersByHostId(tx, hostId, node.id)).filter(
    ({ publisher_id }) => publisher_id !== node.publisher_id,
  )
  const rivals = [...others, ...(await listRivals(tx, node, address))]
  const keeper = keeperAmong(rivals, node, 'claim')
  if (keeper) {
    throw new RegistryError('repository_in_use', {
      details: [
        keeper.status === 'draft'
          ? 'Another node has this repository.'
          : `The node ${keeper.id} has this repository.`,
      ],
    })
  }
  for (const { id } of others) {
    const other = await lockNode(tx, id)
    if (other) await yieldRepository(tx, deps, other, node)
  }
  await holdRepository(tx, deps, node, { address, proof: 'claim' })
  await changeNode(tx, node.id, { github_repository_id: hostId })
  // The repository can have a new name by now.
  await sendIdentification(tx, deps, node)
}

async function recordProof(
  tx: Tx,
  { now }: ClaimDeps,
  user: UserActor,
  node: NodeRow,
  address: string,
): Promise<void> {
  await changeNode(tx, node.id, { updated_at: now() })
  await recordEvent(tx, {
    actor: user,
    action: 'node.prove-repository',
    subject: { kind: 'node', id: node.id },
    publisherId: node.publisher_id,
    before: { repository: node.repository_url },
    after: { repository: address },
    at: now(),
  })
  markChanged(tx, `node:${node.id}`, 'nodes')
}

/** Throws unless the node is unclaimed or belongs to this publisher. */
function assertClaimable(node: NodeRow | undefined, publisherId: string): asserts node {
  const isOwn = node?.publisher_id === publisherId
  if (!node || node.status === 'deleted' || (!node.was_public && !isOwn)) {
    throw new RegistryError('node_not_found')
  }
  assertNotBanned(node)
  if (node.publisher_id !== unclaimedPublisherId && !isOwn) throw new RegistryError('node_not_unclaimed')
}

function nameAt(host: string, address: string): RepositoryName {
  const name = findNameAt(host, address)
  if (!name) throw new RegistryError('repository_unusable')
  return name
}
