import { recordEvent } from '../../ground/audit/sql.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { assertMayStepUp, type UserActor } from '../../ground/permissions.ts'
import { signAdminToken } from '../../people/identity/admin-token.ts'
import type { Deps } from './deps.ts'

/** Issues an admin token for a signed-in admin and records it. */
export async function generateAdminToken(
  deps: Pick<Deps, 'db' | 'adminTokenKey' | 'now'>,
  user: UserActor,
): Promise<{ token: string; expiresAt: Date }> {
  assertMayStepUp(user)
  const made = await signAdminToken(deps, user)
  await inTransaction(deps.db, (tx) =>
    recordEvent(tx, {
      actor: user,
      action: 'admin.generate-token',
      subject: { kind: 'user', id: user.id },
      after: { expires_at: made.expiresAt },
      at: deps.now(),
    }),
  )
  return made
}
