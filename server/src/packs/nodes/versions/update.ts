import type { BodyOf } from '@nodeyard/contract/ground'
import type { updateVersion as contract } from '@nodeyard/contract/packs'
import { recordEvent } from '../../../ground/audit/sql.ts'
import { markChanged, transact } from '../../../ground/db/changes.ts'
import type { Deps } from '../deps.ts'
import { releaseVersion } from '../release.ts'
import { refreshLatestVersion } from './latest.ts'
import { isBroken } from './load-failures.ts'
import { changeVersion, type VersionWithArchive } from './sql.ts'
import { type Editor, lockForEdit, touchEditor, type VersionPath } from './version-editor.ts'

/**
 * Changes the editable fields of a version. The number and the archive never change. Source: API contract
 * 12.2.
 */
export async function updateVersion(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'jobs'>,
  editor: Editor,
  path: VersionPath,
  sent: BodyOf<typeof contract>,
): Promise<VersionWithArchive> {
  const { changed, by } = await transact(deps, async (tx) => {
    const edited = await lockForEdit(tx, deps, editor, { ...path, actions: ['publish-update'] })
    const { node, version } = edited
    const { changelog, deprecated, deprecation_message, allowed_failures } = version
    const isDeprecated = sent.deprecated ?? deprecated
    const allowed = sent.allowed_failures ?? allowed_failures
    const after = {
      allowed_failures: allowed,
      changelog: sent.changelog ?? changelog,
      deprecated: isDeprecated,
      deprecation_message: isDeprecated ? (sent.deprecation_message ?? deprecation_message).trim() : '',
    }
    // A failure that a later check found leaves the latest version as it is.
    const is_broken = sent.allowed_failures ? isBroken(version.load_failures, allowed) : version.is_broken
    const changed = await changeVersion(tx, version.id, { ...after, is_broken, updated_at: deps.now() })
    if (is_broken !== version.is_broken) {
      if (changed.status === 'active') await releaseVersion(tx, deps, changed)
      await refreshLatestVersion(tx, node.id, deps.now())
    }
    await recordEvent(tx, {
      actor: edited.by,
      action: 'version.update',
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      before: { changelog, deprecated, deprecation_message, allowed_failures },
      after,
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
    return { changed, by: edited.by }
  })
  await touchEditor(deps, by)
  return changed
}
