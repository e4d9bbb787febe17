import type { Tx } from '../../ground/db/database.ts'
import type { RepositoryProof } from '../../ground/db/schema.ts'
import { findProvenance, isHighestActive, lockNode, type VersionRow } from '../versions/sql.ts'
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

/** Whatever was announced of its repository, and a build from it proves that it is the publisher's. */
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
