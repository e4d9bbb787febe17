import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { assertAdminStays } from '../identity/admins.ts'
import { setUserStatus } from '../identity/sql.ts'
import type { Deps } from './deps.ts'
import { lockUser } from './sql.ts'

const statusAfter = { ban: 'banned', unban: 'active' } as const

/** Bans a user, or lifts the ban. Idempotent. */
export function decideOnUser(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'config' | 'recordPauses'>,
  actor: Actor,
  act: keyof typeof statusAfter,
  { userId, reason }: { userId: string; reason?: string | undefined },
): Promise<void> {
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new RegistryError('user_not_found')
    const status = statusAfter[act]
    await setUserStatus(tx, user.id, status, deps.now())
    if (act === 'ban') await assertAdminStays(tx, deps)
    await recordEvent(tx, {
      actor,
      action: `user.${act}`,
      subject: { kind: 'user', id: user.id },
      before: { status: user.status },
      after: { status, ...(reason ? { reason } : {}) },
      at: deps.now(),
    })
    if (act === 'ban' && user.status !== 'banned') await deps.recordPauses(tx, actor, user.id)
    markChanged(tx, `user:${user.id}`)
  })
}
