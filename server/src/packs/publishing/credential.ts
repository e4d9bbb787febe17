import type { Db, DbOrTx, Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { refusalOfToken } from '../../people/tokens/refusal.ts'
import { hashOf } from '../../people/tokens/secret.ts'
import { stoppedToken, type TokenUse, verifyToken } from '../../people/tokens/verify.ts'
import type { Build } from '../trusted-publishing/build.ts'
import { isTrustedSecret } from '../trusted-publishing/mint.ts'
import { lockTokenFor, redeemToken } from '../trusted-publishing/redeem.ts'
import { findPublisherOfSecret } from './versions/sql.ts'

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

/**
 * Returns the error for a secret that is not valid for this publisher. Takes no locks and spends no token.
 */
export async function whyNotOfPublisher(
  db: DbOrTx,
  secret: string,
  publisherId: string,
  now: Date,
): Promise<RegistryError | undefined> {
  const found = await findPublisherOfSecret(db, hashOf(secret), now)
  if (found === undefined) return refusalOfToken(db, secret, now)
  if (found.loss !== null) return stoppedToken()
  return found.publisher_id === publisherId
    ? undefined
    : new RegistryError('publish_token_of_other_publisher')
}
