import type { DbOrTx } from '../db/database.ts'
import { RegistryError } from '../errors.ts'
import { hashOf } from './secret.ts'
import { findTokenByHash, setLastUsed, type TokenRow } from './sql.ts'

/** The token behind a secret, if it is good now. Throws unless it may publish for this publisher. */
export async function verifyPublishToken(
  db: DbOrTx,
  publisherId: string,
  secret: string,
  now: Date,
): Promise<TokenRow> {
  const token = await findTokenByHash(db, hashOf(secret))
  assertMayPublish(token, publisherId, now)
  return token
}

/** A revoked token is no longer stored: it and one that never was get the same answer. */
export function assertMayPublish(
  token: Pick<TokenRow, 'publisher_id' | 'expires_at'> | undefined,
  publisherId: string,
  now: Date,
): asserts token {
  if (!token || isExpired(token, now)) throw new RegistryError('invalid_publish_token')
  if (token.publisher_id !== publisherId) throw new RegistryError('publish_token_of_other_publisher')
}

function isExpired({ expires_at }: Pick<TokenRow, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && expires_at <= now
}

const lastUseStepMs = 60_000

/** Notes that a token was used; to the minute, so that a busy token is not written with every request. */
export async function touchToken(db: DbOrTx, id: string, now: Date): Promise<void> {
  await setLastUsed(db, id, now, new Date(now.getTime() - lastUseStepMs))
}
