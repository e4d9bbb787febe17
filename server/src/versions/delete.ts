import { recordEvent } from '../audit/sql.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import type { UserActor } from '../permissions.ts'
import { lockEditableVersion, type NodePath } from './editable-node.ts'
import { refreshLatestVersion } from './latest.ts'
import { changeVersion } from './sql.ts'
import { nextVersionStatus } from './states.ts'

/** Takes a version away. Its number stays used, its row and its archive stay. Source: API contract 12.3, 28.2. */
export async function deleteVersion(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'reindex'>,
  user: UserActor,
  path: NodePath & { versionId: string },
): Promise<void> {
  await transact(deps, async (tx) => {
    const { node, version } = await lockEditableVersion(tx, user, path)
    const status = nextVersionStatus(version.status, 'delete')
    await changeVersion(tx, version.id, { status, updated_at: deps.now() })
    await refreshLatestVersion(tx, node.id, deps.now())
    await deps.reindex(tx, [node.id])
    await recordEvent(tx, {
      actor: user,
      action: 'version.delete',
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      before: { status: version.status },
      after: { status, node: node.id, version: version.version },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
  })
}
