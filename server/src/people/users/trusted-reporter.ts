import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { setTrustedReporterSince } from '../identity/sql.ts'
import type { Deps } from './deps.ts'
import { hasVerifiedEmail, lockUser } from './sql.ts'

/**
 * Lets a user's reports hold versions, or stops that. Idempotent. Throws `user_not_found`, or `email_not_verified`
 * for a user who has not proved the address.
 */
export function setTrustedReporter(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  actor: Actor,
  userId: string,
  isTrusted: boolean,
): Promise<void> {
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new RegistryError('user_not_found')
    if (isTrusted && !(await hasVerifiedEmail(tx, user))) throw new RegistryError('email_not_verified')
    const since = isTrusted ? (user.trusted_reporter_since ?? deps.now()) : null
    await setTrustedReporterSince(tx, userId, since)
    await recordEvent(tx, {
      actor,
      action: isTrusted ? 'user.grant-trusted-reporter' : 'user.revoke-trusted-reporter',
      subject: { kind: 'user', id: userId },
      before: { trusted_reporter: user.trusted_reporter_since !== null },
      after: { trusted_reporter: isTrusted },
      at: deps.now(),
    })
    markChanged(tx, `user:${userId}`)
  })
}
