import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { HostRepository } from '../../people/code-host/client.ts'
import type { Deps } from './deps.ts'
import { findNameAt, renamedAddress, repositoryKey } from './repository.ts'
import { keepsRepository, yieldRepository } from './repository-holders.ts'
import {
  changeNode,
  listHoldersByHostId,
  listRepositoryHolders,
  lockNode,
  lockRepository,
  type NodeRow,
} from './sql.ts'

type FollowDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'codeHost'>

/**
 * Updates stars, host id and current name of a node's repository from the code host. The id finds the
 * repository again after a rename. When two nodes turn out to name the same repository, one of them loses it.
 * Skips nodes that do not hold their repository. Idempotent.
 */
export async function followRepository(deps: FollowDeps, node: NodeRow): Promise<void> {
  const name = findNameAt(deps.codeHost.host, node.repository_url)
  if (!name || node.repository_key === null) return
  const known = node.github_repository_id
  const repository =
    (known === null ? undefined : await deps.codeHost.findRepositoryById(known)) ??
    (await deps.codeHost.findRepository(name))
  await transact(deps, async (tx) => {
    const current = await lockNode(tx, node.id)
    if (!current || current.status === 'deleted' || current.repository_url !== node.repository_url) return
    if (repository) await store(tx, deps, current, repository)
    else await changeNode(tx, node.id, { github_stars_at: deps.now() })
  })
}

async function store(tx: Tx, deps: FollowDeps, node: NodeRow, repository: HostRepository): Promise<void> {
  const key = repositoryKey(repository.url) ?? null
  const isRenamed = key !== null && key !== node.repository_key
  if (isRenamed) await lockRepository(tx, key)
  const rivals = await listRivalsOf(tx, node, repository.id, key)
  const keeper = rivals.find((rival) => isBefore(rival, node, repository.id))
  if (keeper) {
    await yieldRepository(tx, deps, node, keeper)
    return markChanged(tx, `node:${node.id}`, 'nodes')
  }
  for (const { id } of rivals) {
    const rival = await lockNode(tx, id)
    if (rival) await yieldRepository(tx, deps, rival, node)
  }
  const address = renamedAddress(node.repository_url, repository.url)
  await changeNode(tx, node.id, {
    github_stars: hasOwnRepository(node) ? repository.stars : 0,
    github_stars_at: deps.now(),
    github_repository_id: repository.id,
    is_archived: repository.isArchived ?? node.is_archived,
    forked_from: repository.forkedFrom ?? null,
    repository_changed_at: changedAt(node, repository),
    ...(isRenamed ? { repository_key: key, repository_url: address, updated_at: deps.now() } : {}),
  })
  if (isRenamed) await record(tx, deps, node, 'node.repository-rename', { repository: address })
  markChanged(tx, `node:${node.id}`, 'nodes')
}

/** Anyone can name a repository; its stars belong to those who have proven control of it. */
const hasOwnRepository = ({ repository_proof, publisher_id }: NodeRow) =>
  repository_proof !== null || publisher_id === unclaimedPublisherId

/** Pushes to other branches count at the host, so the commit that was read is more exact. */
function changedAt(node: NodeRow, { pushedAt }: HostRepository): Date | null {
  if (node.reading_id !== null && node.repository_changed_at) return node.repository_changed_at
  return pushedAt ?? node.repository_changed_at
}

/** A node that already had the host's id keeps the repository against its new name, even without proof. */
function isBefore(rival: NodeRow, node: NodeRow, hostId: number): boolean {
  const isKnownFirst = node.github_repository_id === hostId && rival.github_repository_id !== hostId
  if (isKnownFirst && rival.repository_proof === null && rival.publisher_id !== unclaimedPublisherId)
    return false
  return keepsRepository(rival, node.repository_proof)
}

/** Finds rivals by both names of the repository, except nodes of the same publisher in other folders. */
async function listRivalsOf(tx: Tx, node: NodeRow, hostId: number, key: string | null): Promise<NodeRow[]> {
  const holders = [
    ...(await listHoldersByHostId(tx, hostId, node.id)),
    ...(key === null ? [] : await listRepositoryHolders(tx, key, node.id)),
  ]
  const byId = new Map(holders.map((holder) => [holder.id, holder]))
  return [...byId.values()].filter(
    (holder) =>
      holder.publisher_id !== node.publisher_id || holder.repository_folder === node.repository_folder,
  )
}

function record(tx: Tx, { now }: FollowDeps, node: NodeRow, action: string, after: object): Promise<void> {
  return recordEvent(tx, {
    actor: { kind: 'service', id: 'repositories' },
    action,
    subject: { kind: 'node', id: node.id },
    publisherId: node.publisher_id,
    before: { repository: node.repository_url },
    after,
    at: now(),
  })
}
