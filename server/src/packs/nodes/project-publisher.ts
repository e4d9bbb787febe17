import { manifestPath, readManifest } from '@nodeyard/analysis/manifest'
import type { ResponseOf } from '@nodeyard/contract/ground'
import type { readProjectPublisher as contract } from '@nodeyard/contract/safety'
import { RegistryError } from '../../ground/errors.ts'
import type { Deps } from './deps.ts'
import { findNameAt } from './repository.ts'
import { findNodeById } from './sql.ts'

/**
 * Reads the publisher that the project file on the repository's main branch names. Only people with write
 * access can set it. Source: API contract 37.4.
 */
export async function readProjectPublisher(
  { db, codeHost }: Pick<Deps, 'db' | 'codeHost'>,
  nodeId: string,
): Promise<ResponseOf<typeof contract>> {
  const node = await findNodeById(db, nodeId)
  if (!node) throw new RegistryError('node_not_found')
  const requested = findNameAt(codeHost.host, node.repository_url)
  const found = requested && (await codeHost.findRepository(requested))
  if (!found) throw new RegistryError('repository_unusable')
  const bytes = await codeHost.readFile(found, manifestPath)
  if (!bytes) throw new RegistryError('project_file_not_found')
  const { manifest } = readManifest(bytes)
  if (!manifest) throw new RegistryError('project_file_unreadable')
  const { publisher_id: publisherId } = manifest
  return { ...(publisherId ? { publisherId } : {}), repository: `${found.owner}/${found.name}` }
}
