import type { NodeVersion } from '@nodeyard/contract/packs'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { editorSightOf } from './versions/editor-sight.ts'
import { assertInstallable } from './versions/installable.ts'
import { normalizeVersion } from './versions/number.ts'
import { assertNotBanned, getReadableNode } from './versions/readable-node.ts'
import { findHighestKilled, findLatestVersion, findStoredVersion } from './versions/sql.ts'
import { toNodeVersion } from './versions/to-wire.ts'

/**
 * Finds the version to install: the latest, or the one with this number. The caller counts the install.
 * Source: API contract 14.4, clients 4.3.
 */
export async function findVersionToInstall(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  requested: { nodeId: string; version: string | undefined },
): Promise<NodeVersion> {
  const { db, config } = deps
  const number = requested.version ? normalizeVersion(requested.version) : undefined
  if (requested.version && !number) throw new RegistryError('version_invalid', { field: 'query.version' })
  const node = await getReadableNode(db, actor, requested.nodeId, await editorSightOf(deps, actor))
  assertNotBanned(node)
  const goneCode = number ? 'version_not_found' : 'no_installable_version'
  const version = number
    ? await findStoredVersion(db, node.id, number)
    : ((await findLatestVersion(db, node.id)) ?? (await findHighestKilled(db, node.id)))
  if (!version) throw new RegistryError(goneCode)
  const { isEditor } = node
  assertInstallable(config, version, { isEditor, goneCode })
  return toNodeVersion(config, version, { isEditor })
}
