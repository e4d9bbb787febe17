import { recordEvent } from '../../../ground/audit/sql.ts'
import { markChanged, transact } from '../../../ground/db/changes.ts'
import { RegistryError } from '../../../ground/errors.ts'
import type { Deps } from '../deps.ts'
import { refreshLatestVersion } from './latest.ts'
import { changeVersion, type VersionRow, type VersionWithArchive } from './sql.ts'
import { type Editor, lockForEdit, touchEditor, type VersionPath } from './version-editor.ts'

type YankDeps = Pick<Deps, 'db' | 'changes' | 'now'>

/** Hides a version from new installs: it is no longer the latest, and installs that name it keep working. */
export function yankVersion(
  deps: YankDeps,
  editor: Editor,
  { reason, ...path }: VersionPath & { reason: string },
): Promise<VersionWithArchive> {
  return change(deps, editor, path, 'version.yank', (version) => {
    if (version.yanked_at) throw new RegistryError('already_yanked')
    return { yanked_at: deps.now(), yank_reason: reason }
  })
}

/** Shows a yanked version to new installs again. */
export function unyankVersion(
  deps: YankDeps,
  editor: Editor,
  path: VersionPath,
): Promise<VersionWithArchive> {
  return change(deps, editor, path, 'version.unyank', (version) => {
    if (!version.yanked_at) throw new RegistryError('not_yanked')
    return { yanked_at: null, yank_reason: '' }
  })
}

type Yank = Pick<VersionRow, 'yanked_at' | 'yank_reason'>

async function change(
  deps: YankDeps,
  editor: Editor,
  path: VersionPath,
  action: 'version.yank' | 'version.unyank',
  decide: (version: VersionRow) => Yank,
): Promise<VersionWithArchive> {
  const { changed, by: who } = await transact(deps, async (tx) => {
    const { node, version, by } = await lockForEdit(tx, deps, editor, { ...path, actions: ['yank'] })
    const after = decide(version)
    const changed = await changeVersion(tx, version.id, { ...after, updated_at: deps.now() })
    await refreshLatestVersion(tx, node.id, deps.now())
    await recordEvent(tx, {
      actor: by,
      action,
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      before: { yanked_at: version.yanked_at, reason: version.yank_reason },
      after: {
        yanked_at: after.yanked_at,
        reason: after.yank_reason,
        node: node.id,
        version: version.version,
      },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
    return { changed, by }
  })
  await touchEditor(deps, who)
  return changed
}
