import type { Tx } from '../../ground/db/database.ts'
import type { RepositoryProof } from '../../ground/db/schema.ts'
import { findReleaseFacts, lockNode, type VersionRow } from '../versions/sql.ts'
import type { Deps } from './deps.ts'
import { holdRepository } from './hold-repository.ts'
import { repositoryKey } from './repository.ts'
import { changeNode, forgetAnnouncedNode, type NodeRow } from './sql.ts'
import { nextNodeStatus } from './states.ts'

/**
 * What follows for a node when a version of it becomes active: it is public from now on, and is what the announcement of
 * that version said. Where several versions are on their way, the highest of those that became active decides, in
 * whatever order they do. To be called in the transaction that makes the version active; locks the node.
 */
export async function releaseVersion(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'reindex' | 'jobs'>,
  version: VersionRow,
): Promise<void> {
  const node = await lockNode(tx, version.node_id)
  if (!node) return
  const { isHighest, builtFrom } = await findReleaseFacts(tx, version)
  const announced = isHighest ? version.announced_node : null
  const { repository_url: address, ...texts } = announced ?? {}
  const status = nextNodeStatus(node.status, 'release')
  const isFirst = !node.was_public
  const released =
    isFirst || announced
      ? await changeNode(tx, node.id, { ...texts, status, was_public: true, updated_at: deps.now() })
      : node
  await settleRepository(tx, deps, released, { address: address ?? released.repository_url, builtFrom })
  if (version.announced_node) await forgetAnnouncedNode(tx, version.id)
}

/** Whatever was announced of its repository, and a build from it proves that it is the publisher's. */
async function settleRepository(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'reindex' | 'jobs'>,
  node: NodeRow,
  { address, builtFrom }: { address: string; builtFrom: string | null },
): Promise<void> {
  const proof = proofByBuild(address, builtFrom)
  const isSettled =
    node.repository_url === address && node.repository_key === (repositoryKey(address) ?? null)
  if (isSettled && (proof === null || node.repository_proof !== null)) return
  await holdRepository(tx, deps, node, { address, proof })
}

function proofByBuild(address: string, builtFrom: string | null): RepositoryProof | null {
  const key = repositoryKey(address)
  return builtFrom !== null && key !== undefined && repositoryKey(builtFrom) === key ? 'build' : null
}
