import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import type { IdentityClaims } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { type AccountRow, findValidSince, lockAccount } from './sql.ts'

/** Sensitive changes require a sign-in at most this old. */
const recentMs = 5 * 60_000

/** Verifies an ID token and returns its claims. Must not be called inside a transaction. */
export async function readIdToken({ identity }: Deps, idToken: string | undefined): Promise<IdentityClaims> {
  const claims = idToken ? await identity.verify(idToken) : undefined
  if (!claims) throw new Refusal('INVALID_ID_TOKEN')
  return claims
}

/** Locks and returns the account of an ID token. Throws if it is deleted or disabled, or the session has ended. */
export async function lockCurrentAccount(tx: Tx, claims: IdentityClaims): Promise<AccountRow> {
  const account = await lockAccount(tx, claims.subject)
  if (!account) throw new Refusal('USER_NOT_FOUND')
  if (account.disabled) throw new Refusal('USER_DISABLED')
  const validSince = await findValidSince(tx, account.uid)
  if (validSince && claims.authTime < validSince) throw new Refusal('TOKEN_EXPIRED')
  return account
}

/** Throws unless the sign-in is at most five minutes old. */
export function assertSignedInRecently({ now }: Pick<Deps, 'now'>, { authTime }: IdentityClaims): void {
  if (now().getTime() - authTime.getTime() > recentMs) throw new Refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}
