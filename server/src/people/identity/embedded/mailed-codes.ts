import type { Tx } from '../../../ground/db/database.ts'
import { Refusal } from '../refusal.ts'
import type { Code } from './codes.ts'
import { type AccountRow, lockAccount } from './sql.ts'

/** Locks the account that a code was mailed for. Throws if it no longer has the email. */
export async function lockMailedAccount(tx: Tx, code: Code): Promise<AccountRow> {
  const account = code.uid ? await lockAccount(tx, code.uid) : undefined
  if (!account || account.email !== emailOf(code)) throw new Refusal('INVALID_OOB_CODE')
  if (account.disabled) throw new Refusal('USER_DISABLED')
  return account
}

/** Throws unless the code exists and has not expired. */
export function assertGood(code: Code | undefined): Code {
  if (!code) throw new Refusal('INVALID_OOB_CODE')
  if (code.isExpired) throw new Refusal('EXPIRED_OOB_CODE')
  return code
}

export const emailOf = ({ data }: Code) => String(data['email'] ?? '')
