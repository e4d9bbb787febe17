import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { lockNode } from '../nodes/sql.ts'
import { lockVersionOfNumber, type VersionRow } from '../nodes/versions/sql.ts'
import { endWaiting, findAppeal, insertMessage } from './sql.ts'
import { type AppealDeps, assertText } from './write.ts'

/** Posts a moderator's reply. It settles every message written before it. */
export function answerAppeal(
  deps: Omit<AppealDeps, 'settle'>,
  admin: UserActor,
  path: { nodeId: string; version: string },
  text: string,
): Promise<VersionRow> {
  return transact(deps, async (tx) => {
    const node = await lockNode(tx, path.nodeId)
    if (!node) throw new RegistryError('node_not_found')
    const version = await lockVersionOfNumber(tx, node.id, path.version)
    if (!version) throw new RegistryError('version_not_found')
    const appeal = await findAppeal(tx, version.id)
    if (!appeal) throw new RegistryError('appeal_not_found')
    const at = deps.now()
    await insertMessage(tx, {
      id: deps.newId(),
      version_id: version.id,
      from_moderators: true,
      author_id: admin.id,
      body: assertText(text),
      at,
      waited_since: appeal.waiting_since,
    })
    await endWaiting(tx, version.id)
    await recordEvent(tx, {
      actor: admin,
      action: 'appeal.answer',
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      after: { node: node.id, version: version.version },
      at,
    })
    markChanged(tx, `node:${node.id}`)
    return version
  })
}
