import type { Db, Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { type TokenUse, verifyToken } from '../../people/tokens/verify.ts'
import type { Build } from '../trusted-publishing/build.ts'
import { isTrustedSecret } from '../trusted-publishing/mint.ts'
import { lockTokenFor, redeemToken } from '../trusted-publishing/redeem.ts'

/** The credential of a publish request. */
export interface Credential {
  tokenId: string
  publisherId: string
  userId: string | null
  /** Set when the credential comes from a CI job. */
  build?: Build
}

/** Uses a stored token or a CI job's exchanged token. Throws unless it is valid for this use now. */
export async function takeCredential(tx: Tx, secret: string, use: TokenUse, now: Date): Promise<Credential> {
  if (isTrustedSecret(secret)) {
    const { tokenId, build } = await redeemToken(tx, secret, use, now)
    return { tokenId, publisherId: use.publisherId, userId: null, build }
  }
  const token = await verifyToken(tx, secret, use, now)
  return { tokenId: token.id, publisherId: token.publisher_id, userId: token.created_by }
}

/**
 * Throws unless a token can read about this node. Every token of its publisher can, whatever its scope, also
 * after its use.
 */
export async function assertMayReadWith(
  db: Db,
  secret: string,
  use: Pick<TokenUse, 'publisherId' | 'nodeId'>,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (isTrustedSecret(secret)) await lockTokenFor(tx, secret, use, now)
    else await verifyToken(tx, secret, use, now)
  })
}
