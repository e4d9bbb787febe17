import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { aliasKey } from '../../ground/db/node-key.ts'
import type { RepositoryProof } from '../../ground/db/schema.ts'
import { RegistryError } from '../../ground/errors.ts'
import { getAdministered } from '../../people/code-host/administered.ts'
import { addAliases, findHolderOfName, findNamedNode, lockName } from '../nodes/aliases/sql.ts'
import { holdRepository } from '../nodes/hold-repository.ts'
import { moveNode } from '../nodes/move.ts'
import { findNameAt, repositoryKey } from '../nodes/repository.ts'
import { changeNode, findNodeById, lockNode, type NodeRow } from '../nodes/sql.ts'
import type { Credential } from './credential.ts'
import type { Deps } from './deps.ts'

/** Proof from the code host that the caller administers a repository. */
export interface HostProof {
  /** Key of the repository. */
  key: string
  hostId: number
}

/** Checks a code host token against the repository of the unclaimed node with this id or alias. */
export async function proveForPublish(
  deps: Pick<Deps, 'db' | 'codeHost'>,
  nodeId: string,
  token: string,
): Promise<HostProof | undefined> {
  const id = await findNamedNode(deps.db, nodeId)
  const node = id === undefined ? undefined : await findNodeById(deps.db, id)
  if (node?.publisher_id !== unclaimedPublisherId || node.repository_key === null) return undefined
  const name = findNameAt(deps.codeHost.host, node.repository_url)
  if (!name) throw new RegistryError('repository_unusable')
  const { repository } = await getAdministered(deps.codeHost, name, token)
  return { key: node.repository_key, hostId: repository.id }
}

/** Locks the node that a publish addresses by its id, or else the one that the name belongs to in any spelling. */
export async function lockAddressed(
  tx: Tx,
  nodeId: string,
  publisherId: string,
): Promise<NodeRow | undefined> {
  const node = await lockNode(tx, nodeId)
  if (node) return node
  await lockName(tx, nodeId)
  const holder = await findHolderOfName(tx, nodeId, publisherId)
  return holder && lockNode(tx, holder.id)
}

interface Claiming {
  publisherId: string
  /** The id or alias that the publish addresses. */
  nodeId: string
  credential: Credential
  proof: HostProof | undefined
}

/** Assigns an unclaimed node to the publisher of a version, if the publish proves control of its repository. */
export async function claimByPublish(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs' | 'config'>,
  node: NodeRow,
  { publisherId, nodeId, credential, proof }: Claiming,
): Promise<NodeRow> {
  const proven = provenBy(node, credential, proof)
  const isAlias = aliasKey(nodeId) !== aliasKey(node.id)
  if (!proven) throw unproven(deps, node)
  const actor = { kind: 'token', id: credential.tokenId } as const
  await moveNode(tx, deps, actor, node, { to: publisherId, action: 'node.claim' })
  const claimed = await holdRepository(
    tx,
    deps,
    { ...node, publisher_id: publisherId },
    { address: node.repository_url, proof: proven },
  )
  if (proof) await changeNode(tx, node.id, { github_repository_id: proof.hostId })
  if (isAlias) await addAliases(tx, [{ nodeId: node.id, alias: nodeId, kind: 'former' }])
  markChanged(tx, `node:${node.id}`, 'nodes')
  return claimed
}

function provenBy(
  { repository_key: key, github_repository_id: hostId }: NodeRow,
  { build }: Credential,
  proof: HostProof | undefined,
): RepositoryProof | undefined {
  if (key === null) return undefined
  if (proof?.key === key && (hostId === null || Number(hostId) === proof.hostId)) return 'claim'
  if (build === undefined || repositoryKey(build.repositoryUrl) !== key) return undefined
  // A deleted repository's name can belong to someone else by now.
  return hostId === null || String(hostId) === build.repositoryId ? 'build' : undefined
}

function unproven({ config }: Pick<Deps, 'config'>, { id, repository_url: address }: NodeRow): RegistryError {
  const page = `${config.siteUrl}/nodes/${encodeURIComponent(id)}/claim`
  return new RegistryError('node_of_other_publisher', {
    details: [
      `The node ${id} is in the registry without an owner. If ${address || 'its repository'} is yours, claim it at ${page}, or publish from it by trusted publishing.`,
    ],
  })
}
