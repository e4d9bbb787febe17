import type { Db, DbOrTx, Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { refusalOfToken } from '../../people/tokens/refusal.ts'
import { hashOf } from '../../people/tokens/secret.ts'
import { stoppedToken, type TokenUse, verifyToken } from '../../people/tokens/verify.ts'
import type { Build } from '../trusted-publishing/build.ts'
import { isTrustedSecret } from '../trusted-publishing/mint.ts'
import { lockTokenFor, redeemToken } from '../trusted-publishing/redeem.ts'
import { findPublisherOfSecret } from './sql.ts'

/** What a publish call carries. */
export interface Credential {
  tokenId: string
  publisherId: string
  userId: string | null
  /** Where the credential came from a CI job. */
  build?: Build
}

/** A stored token, or one for which a CI job exchanged its own. Throws unless it is good for this use now. */
export async function takeCredential(tx: Tx, secret: string, use: TokenUse, now: Date): Promise<Credential> {
  if (isTrustedSecret(secret)) {
    const { tokenId, build } = await redeemToken(tx, secret, use, now)
    return { tokenId, publisherId: use.publisherId, userId: null, build }
  }
  const token = await verifyToken(tx, secret, use, now)
  return { tokenId: token.id, publisherId: token.publisher_id, userId: token.created_by }
}

/** Throws unless a token may read about this node: one of its publisher, whatever it may do, also after it was used up. */
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

/** The refusal for a secret that does not open this publisher. Locks nothing, and uses nothing up. */
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
