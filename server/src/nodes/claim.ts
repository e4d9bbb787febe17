import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { getAdministered } from '../code-host/administered.ts'
import type { RepositoryName } from '../code-host/client.ts'
import { transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { assertMayWrite, type UserActor } from '../permissions.ts'
import { getOwnedPublisher, shareOwnedPublisher } from '../publishers/owner.ts'
import type { NodePath } from '../versions/editable-node.ts'
import { assertNotBanned } from '../versions/readable-node.ts'
import { findNodeById, lockNode, type NodeRow } from '../versions/sql.ts'
import { identifyRepository } from './jobs.ts'
import { moveNode } from './move.ts'
import { findNameAt } from './repository.ts'
import { changeNode, findNodeWithHostId } from './sql.ts'

/**
 * Takes over an unclaimed node for a publisher. The code host is asked before the transaction; what it was asked about
 * is looked at again in it. The token is used here and kept nowhere. Source: API contract 13.
 */
export async function claimNode(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'reindex' | 'codeHost' | 'jobs'>,
  user: UserActor,
  { publisherId, nodeId }: NodePath,
  token: string,
): Promise<void> {
  assertMayWrite(user)
  await getOwnedPublisher(deps.db, publisherId, user)
  const seen = await findNodeById(deps.db, nodeId)
  assertClaimable(seen)
  const name = nameAt(deps.codeHost.host, seen.repository_url)
  const { repository } = await getAdministered(deps.codeHost, name, token)
  await transact(deps, async (tx) => {
    await shareOwnedPublisher(tx, publisherId, user)
    const node = await lockNode(tx, nodeId)
    assertClaimable(node)
    if (node.repository_url !== seen.repository_url) throw new RegistryError('repository_unusable')
    const other = await findNodeWithHostId(tx, repository.id, node.id)
    if (other !== undefined) {
      throw new RegistryError('repository_in_use', { details: [`The node ${other} has this repository.`] })
    }
    await changeNode(tx, node.id, { github_repository_id: repository.id })
    // It may be called otherwise by now.
    await deps.jobs.send(tx, identifyRepository, { nodeId: node.id })
    await moveNode(tx, deps, user, node, { to: publisherId, action: 'node.claim' })
  })
}

function assertClaimable(node: NodeRow | undefined): asserts node {
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  assertNotBanned(node)
  if (node.publisher_id !== unclaimedPublisherId) throw new RegistryError('node_not_unclaimed')
}

function nameAt(host: string, address: string): RepositoryName {
  const name = findNameAt(host, address)
  if (!name) throw new RegistryError('repository_unusable')
  return name
}
