import { recordEvent } from '../../../ground/audit/sql.ts'
import { markChanged, transact } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import { RegistryError } from '../../../ground/errors.ts'
import type { UserActor } from '../../../ground/permissions.ts'
import { banNodesOf, unbanNodesOf } from '../../../packs/nodes/sql.ts'
import { assertAdminStays } from '../../../people/identity/admins.ts'
import { banMembers, unbanMembers } from '../../../people/identity/sql.ts'
import { changePublisher, lockPublisher, type PublisherRow } from '../../../people/publishers/sql.ts'
import type { Deps } from '../deps.ts'
import { statusAfter } from './states.ts'

type Parts = Pick<Deps, 'db' | 'changes' | 'now' | 'config'>

/** Bans a publisher with its members and nodes; the nodes show the reason. Idempotent. Source: API contract 8.7. */
export function banPublisher(
  deps: Parts,
  admin: UserActor,
  { publisherId, reason = '' }: { publisherId: string; reason?: string | undefined },
): Promise<void> {
  return decide(deps, admin, { publisherId, act: 'ban', reason }, async (tx, now) => {
    const users = await banMembers(tx, publisherId, now)
    await assertAdminStays(tx, deps)
    return { users, nodes: await banNodesOf(tx, publisherId, { reason, now }) }
  })
}

/**
 * Lifts the ban of a publisher and of the members and nodes banned with it. Those also banned individually, or with
 * another publisher, stay banned. Idempotent.
 */
export function unbanPublisher(deps: Parts, admin: UserActor, publisherId: string): Promise<void> {
  return decide(deps, admin, { publisherId, act: 'unban', reason: '' }, async (tx, at) => ({
    users: await unbanMembers(tx, publisherId, at),
    nodes: await unbanNodesOf(tx, publisherId, at),
  }))
}

function decide(
  deps: Parts,
  admin: UserActor,
  { publisherId, act, reason }: { publisherId: string; act: 'ban' | 'unban'; reason: string },
  apply: (tx: Tx, at: Date) => Promise<{ users: string[]; nodes: string[] }>,
): Promise<void> {
  return transact(deps, async (tx) => {
    const before = await lockedPublisher(tx, publisherId)
    const at = deps.now()
    const status = statusAfter(act, before)
    await changePublisher(tx, publisherId, { status, updated_at: at })
    const { users, nodes } = await apply(tx, at)
    await recordEvent(tx, {
      actor: admin,
      action: `publisher.${act}`,
      subject: { kind: 'publisher', id: publisherId },
      publisherId,
      before: { status: before.status },
      after: { status, users, nodes, ...(reason ? { reason } : {}) },
      at,
    })
    markChanged(tx, `publisher:${publisherId}`, 'publishers', 'nodes')
    markChanged(tx, ...users.map((id) => `user:${id}`), ...nodes.map((id) => `node:${id}`))
  })
}

async function lockedPublisher(tx: Tx, publisherId: string): Promise<PublisherRow> {
  const publisher = await lockPublisher(tx, publisherId)
  if (!publisher) throw new RegistryError('publisher_not_found')
  return publisher
}
