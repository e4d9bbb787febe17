import type { Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import { RegistryError } from '../../ground/errors.ts'
import { findLoss } from '../../people/rights/sql.ts'
import { hashOf } from '../../people/tokens/secret.ts'
import { stoppedToken } from '../../people/tokens/verify.ts'
import type { Build } from './build.ts'
import { lockTrustedToken, markTrustedTokenUsed, type TrustedTokenRow } from './sql.ts'

/** What a token of trusted publishing stood for. */
export interface Redeemed {
  tokenId: string
  build: Build
}

/** Uses a token up, in the transaction of what it is used for: when that is refused, it is as good as before. */
export async function redeemToken(
  tx: Tx,
  secret: string,
  use: { publisherId: string; nodeId: string },
  now: Date,
): Promise<Redeemed> {
  const token = await lockTokenFor(tx, secret, use, now)
  if (token.used_at) throw new RegistryError('publish_token_used')
  await markTrustedTokenUsed(tx, token.id, now)
  return { tokenId: token.id, build: token.build as Build }
}

/** The token behind a secret, used or not. Throws unless it is one for this node of this publisher. */
export async function lockTokenFor(
  tx: Tx,
  secret: string,
  use: { publisherId: string; nodeId: string },
  now: Date,
): Promise<TrustedTokenRow> {
  const token = await lockTrustedToken(tx, hashOf(secret))
  if (!token || token.expires_at <= now) throw new RegistryError('invalid_publish_token')
  if (token.publisher_id !== use.publisherId) throw new RegistryError('publish_token_of_other_publisher')
  if (nodeKey(token.node_id) !== nodeKey(use.nodeId)) throw new RegistryError('publish_token_out_of_scope')
  const { created_by: userId, publisher_id: publisherId } = token
  if (await findLoss(tx, 'trusted-token', { userId, publisherId })) throw stoppedToken()
  return token
}
