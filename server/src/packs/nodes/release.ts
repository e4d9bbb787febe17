import type { Tx } from '../../ground/db/database.ts'
import type { RepositoryProof } from '../../ground/db/schema.ts'
import type { Deps } from './deps.ts'
import { holdRepository } from './hold-repository.ts'
import { repositoryKey } from './repository.ts'
import { changeNode, lockNode, type NodeRow } from './sql.ts'
import { nextNodeStatus } from './states.ts'
import { findReleaseFacts, forgetAnnouncedNode, type VersionRow } from './versions/sql.ts'

/**
 * Publishes a node when one of its versions becomes active, and applies the node details that the version
 * announced. With several versions in progress, the details of the highest active one win, in whatever order
 * they finish. Those of a version that cannot be loaded wait until its publisher allows it. Locks the node. Call it in the
 * transaction that activates the version.
 */
export async function releaseVersion(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  version: VersionRow,
): Promise<void> {
  const node = await lockNode(tx, version.node_id)
  if (!node) return
  if (version.is_broken && node.was_public) return
  const { isHighest, builtFrom } = await findReleaseFacts(tx, version)
  const announced = isHighest ? version.announced_node : null
  const { repository_url: address, omitted: _, ...texts } = announced ?? {}
  const status = nextNodeStatus(node.status, 'release')
  const isFirst = !node.was_public
  const released =
    isFirst || announced
      ? await changeNode(tx, node.id, { ...texts, status, was_public: true, updated_at: deps.now() })
      : node
  await settleRepository(tx, deps, released, { address: address ?? released.repository_url, builtFrom })
  if (version.announced_node) await forgetAnnouncedNode(tx, version.id)
}

/** Assigns the repository to the node. A build from it proves control, whatever was announced. */
async function settleRepository(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
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
