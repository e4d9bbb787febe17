import type { Tx } from '../../ground/db/database.ts'
import type { RepositoryProof } from '../../ground/db/schema.ts'
import { findProvenance } from '../versions/provenance/sql.ts'
import { isHighestActive, lockNode, type VersionRow } from '../versions/sql.ts'
import type { Deps } from './deps.ts'
import { holdRepository } from './hold-repository.ts'
import { repositoryKey } from './repository.ts'
import { changeNode, forgetAnnouncedNode, type NodeRow } from './sql.ts'
import { nextNodeStatus } from './states.ts'

/**
 * Publishes a node when one of its versions becomes active, and applies the node details that the version
 * announced. With several versions in progress, the details of the highest active one win, in whatever order
 * they finish. Locks the node. Call it in the transaction that activates the version.
 */
export async function releaseVersion(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'reindex' | 'jobs'>,
  version: VersionRow,
): Promise<void> {
  const node = await lockNode(tx, version.node_id)
  if (!node) return
  const announced = (await isHighestActive(tx, version)) ? version.announced_node : null
  const { repository_url: address, ...texts } = announced ?? {}
  const status = nextNodeStatus(node.status, 'release')
  const isFirst = !node.was_public
  const released =
    isFirst || announced
      ? await changeNode(tx, node.id, { ...texts, status, was_public: true, updated_at: deps.now() })
      : node
  await settleRepository(tx, deps, released, version, address)
  if (version.announced_node) await forgetAnnouncedNode(tx, version.id)
}

/** Assigns the repository to the node. A build from it proves control, whatever was announced. */
async function settleRepository(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'reindex' | 'jobs'>,
  node: NodeRow,
  version: VersionRow,
  announced: string | undefined,
): Promise<void> {
  const address = announced ?? node.repository_url
  const proof = await proofByBuild(tx, version, address)
  const isSettled =
    node.repository_url === address && node.repository_key === (repositoryKey(address) ?? null)
  if (isSettled && (proof === null || node.repository_proof !== null)) return
  await holdRepository(tx, deps, node, { address, proof })
}

async function proofByBuild(tx: Tx, version: VersionRow, address: string): Promise<RepositoryProof | null> {
  const built = (await findProvenance(tx, version.id))?.row
  const key = repositoryKey(address)
  return built && key !== undefined && repositoryKey(built.repository_url) === key ? 'build' : null
}
