import { addressKey } from '../../../ground/address-key.ts'
import { transact } from '../../../ground/db/changes.ts'
import type { Deps } from '../deps.ts'
import { revokeAccess } from './account-access.ts'
import { recordAccountEvent } from './account-events.ts'
import { allowances, countOrRefuse } from './attempts.ts'
import { findOneOf, useCode } from './codes.ts'
import { assertGood, lockMailedAccount } from './mailed-codes.ts'
import { hashPassword } from './password.ts'
import { readPassword } from './password-policy.ts'
import { endSessions } from './sessions.ts'
import { updateAccount } from './sql.ts'

/** Sets a new password with a mailed code. Ends all sessions and API keys. */
export async function resetPassword(
  deps: Deps,
  oobCode: string,
  password: string,
  ip: string,
): Promise<object> {
  readPassword(deps, password)
  const found = assertGood(await findOneOf(deps, deps.db, ['reset-password'], oobCode))
  await countOrRefuse(deps, allowances.newPasswordFromAddress, addressKey(ip))
  const hash = await hashPassword(password, deps.passwordCost)
  return transact(deps, async (tx) => {
    const account = await lockMailedAccount(tx, found)
    assertGood(await useCode(deps, tx, 'reset-password', oobCode))
    const { uid } = account
    if (!account.email_verified) await revokeAccess(deps, tx, account)
    await deps.accountHooks.revokeApiKeys(tx, uid)
    await updateAccount(tx, uid, {
      password_hash: hash,
      password_changed_at: deps.now(),
      email_verified: true,
    })
    await endSessions(deps, tx, uid)
    await recordAccountEvent(deps, tx, uid, 'set-password')
    return { email: account.email, requestType: 'PASSWORD_RESET' }
  })
}
