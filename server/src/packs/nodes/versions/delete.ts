import { recordEvent } from '../../../ground/audit/sql.ts'
import { markChanged, transact } from '../../../ground/db/changes.ts'
import type { Deps } from '../deps.ts'
import { refreshLatestVersion } from './latest.ts'
import { changeVersion } from './sql.ts'
import { nextVersionStatus } from './states.ts'
import { type Editor, lockForEdit, touchEditor, type VersionPath } from './version-editor.ts'

/**
 * Deletes a version permanently, which a yank-only token cannot do. Its number stays taken, and its row and
 * archive stay. Source: API contract 12.3, 28.2.
 */
export async function deleteVersion(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  editor: Editor,
  path: VersionPath,
): Promise<void> {
  const by = await transact(deps, async (tx) => {
    const edited = await lockForEdit(tx, deps, editor, { ...path, actions: ['publish-update', 'yank'] })
    const { node, version } = edited
    const status = nextVersionStatus(version.status, 'delete')
    await changeVersion(tx, version.id, { status, updated_at: deps.now() })
    await refreshLatestVersion(tx, node.id, deps.now())
    await recordEvent(tx, {
      actor: edited.by,
      action: 'version.delete',
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      before: { status: version.status },
      after: { status, node: node.id, version: version.version },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
    return edited.by
  })
  await touchEditor(deps, by)
}
