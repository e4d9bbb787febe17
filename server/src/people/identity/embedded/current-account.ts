import type { Tx } from '../../../ground/db/database.ts'
import type { Deps } from '../deps.ts'
import type { IdentityClaims } from '../identity.ts'
import { Refusal } from '../refusal.ts'
import { type AccountRow, findValidSince, lockAccount } from './sql.ts'

/** After so long somebody has to sign in again before the account changes hands. */
const recentMs = 5 * 60_000

/** What an ID token says, as far as it alone can tell. Not to be called inside of a transaction. */
export async function readIdToken({ identity }: Deps, idToken: string | undefined): Promise<IdentityClaims> {
  const claims = idToken ? await identity.verify(idToken) : undefined
  if (!claims) throw new Refusal('INVALID_ID_TOKEN')
  return claims
}

/** The account behind an ID token, locked. Throws when it is gone or disabled, or the session is over. */
export async function lockCurrentAccount(tx: Tx, claims: IdentityClaims): Promise<AccountRow> {
  const account = await lockAccount(tx, claims.subject)
  if (!account) throw new Refusal('USER_NOT_FOUND')
  if (account.disabled) throw new Refusal('USER_DISABLED')
  const validSince = await findValidSince(tx, account.uid)
  if (validSince && claims.authTime < validSince) throw new Refusal('TOKEN_EXPIRED')
  return account
}

export function assertSignedInRecently({ now }: Pick<Deps, 'now'>, { authTime }: IdentityClaims): void {
  if (now().getTime() - authTime.getTime() > recentMs) throw new Refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}
