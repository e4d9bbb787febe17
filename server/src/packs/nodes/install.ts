import type { NodeVersion } from '@nodeyard/contract/versions'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { assertNotKilled } from '../versions/killed.ts'
import { normalizeVersion } from '../versions/number.ts'
import { assertNotBanned, getReadableNode } from '../versions/readable-node.ts'
import { findHighestKilled, findLatestVersion, findVersion } from '../versions/sql.ts'
import { isShown, toNodeVersion } from '../versions/to-wire.ts'
import type { Deps } from './deps.ts'

/**
 * Finds the version to install: the latest, or the one with this number. The caller counts the install.
 * Source: API contract 14.4, clients 4.3.
 */
export async function findVersionToInstall(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  requested: { nodeId: string; version: string | undefined },
): Promise<NodeVersion> {
  const number = requested.version ? normalizeVersion(requested.version) : undefined
  if (requested.version && !number) throw new RegistryError('version_invalid', { field: 'query.version' })
  const node = await getReadableNode(db, actor, requested.nodeId)
  assertNotBanned(node)
  const version = number ? await findVersion(db, node.id, number) : await findLatestVersion(db, node.id)
  if (!number && !version) assertNotKilled(config, await findHighestKilled(db, node.id))
  if (!version || !isShown(version)) {
    throw new RegistryError(number ? 'version_not_found' : 'no_installable_version')
  }
  assertNotKilled(config, version)
  return toNodeVersion(config, version)
}
