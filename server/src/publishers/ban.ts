import { recordEvent } from '../audit/sql.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import type { UserActor } from '../permissions.ts'
import { banMembers, banNodesOf, changePublisher, lockPublisher } from './sql.ts'
import { statusAfterBan } from './states.ts'

/** Bans a publisher, all who belong to it and all its nodes, at once. May be repeated. Source: API contract 8.7. */
export function banPublisher(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'reindex'>,
  admin: UserActor,
  publisherId: string,
): Promise<void> {
  return transact(deps, async (tx) => {
    const before = await lockPublisher(tx, publisherId)
    if (!before) throw new RegistryError('publisher_not_found')
    const at = deps.now()
    const status = statusAfterBan(before)
    await changePublisher(tx, publisherId, { status, updated_at: at })
    const users = await banMembers(tx, publisherId, at)
    const nodes = await banNodesOf(tx, publisherId, at)
    await deps.reindex(tx, nodes)
    await recordEvent(tx, {
      actor: admin,
      action: 'publisher.ban',
      subject: { kind: 'publisher', id: publisherId },
      publisherId,
      before: { status: before.status },
      after: { status, users, nodes },
      at,
    })
    markChanged(tx, `publisher:${publisherId}`, 'publishers', 'nodes')
    markChanged(tx, ...users.map((id) => `user:${id}`), ...nodes.map((id) => `node:${id}`))
  })
}
