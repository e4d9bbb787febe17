import type { BodyOf } from '@nodeyard/contract/route'
import type { updateVersion as contract } from '@nodeyard/contract/versions'
import { recordEvent } from '../audit/sql.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import type { UserActor } from '../permissions.ts'
import { lockEditableVersion, type NodePath } from './editable-node.ts'
import { changeVersion, type VersionWithArchive } from './sql.ts'

/** What a publisher may say anew of a version. The number and the archive never change. Source: API contract 12.2. */
export function updateVersion(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'reindex'>,
  user: UserActor,
  path: NodePath & { versionId: string },
  sent: BodyOf<typeof contract>,
): Promise<VersionWithArchive> {
  return transact(deps, async (tx) => {
    const { node, version } = await lockEditableVersion(tx, user, path)
    const { changelog, deprecated, deprecation_message } = version
    const isDeprecated = sent.deprecated ?? deprecated
    const after = {
      changelog: sent.changelog ?? changelog,
      deprecated: isDeprecated,
      deprecation_message: isDeprecated ? (sent.deprecation_message ?? deprecation_message).trim() : '',
    }
    const changed = await changeVersion(tx, version.id, { ...after, updated_at: deps.now() })
    await recordEvent(tx, {
      actor: user,
      action: 'version.update',
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      before: { changelog, deprecated, deprecation_message },
      after,
      at: deps.now(),
    })
    if (isDeprecated !== deprecated) await deps.reindex(tx, [node.id])
    markChanged(tx, `node:${node.id}`, 'nodes')
    return changed
  })
}
