import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { identifyRepository } from './jobs.ts'
import { repositoryKey } from './repository.ts'
import { findNodeWithRepository, lockRepository, type NodeChange, type NodeRow } from './sql.ts'

/**
 * The columns of a repository that no other node has. Throws `duplicate_repository` when one has. Has the code host
 * asked about a repository that the node did not have before.
 */
export async function freeRepository(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  node: NodeRow,
  address: string,
  field: string,
): Promise<Pick<NodeChange, 'repository_url' | 'repository_key' | 'github_repository_id'>> {
  const repository = address.trim().replace(/\/+$/, '')
  const key = repositoryKey(repository) ?? null
  const isOther = key !== node.repository_key
  if (key) {
    await lockRepository(tx, key)
    const other = await findNodeWithRepository(tx, key, node.id)
    if (other !== undefined) throw duplicate(repository, other, field)
    if (isOther) await jobs.send(tx, identifyRepository, { nodeId: node.id })
  }
  return {
    repository_url: repository,
    repository_key: key,
    ...(isOther ? { github_repository_id: null } : {}),
  }
}

function duplicate(repository: string, other: string, field: string): RegistryError {
  return new RegistryError('duplicate_repository', {
    // Existing programs look for this text where others have a code. Source: API contract 12.1.
    error: `duplicate: node with same repo already exists: ${repository}`,
    details: [`The node ${other} has this repository. If it is unclaimed, claim it instead.`],
    field,
  })
}
