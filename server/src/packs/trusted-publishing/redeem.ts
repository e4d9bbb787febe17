import type { Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import { RegistryError } from '../../ground/errors.ts'
import { findLoss } from '../../people/rights/sql.ts'
import { hashOf } from '../../people/tokens/secret.ts'
import { stoppedToken } from '../../people/tokens/verify.ts'
import type { Build } from './build.ts'
import { lockTrustedToken, markTrustedTokenUsed, type TrustedTokenRow } from './sql.ts'

/** The build behind a redeemed token. */
export interface Redeemed {
  tokenId: string
  build: Build
}

/** Spends a token in the transaction that uses it. A rollback makes the token valid again. */
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

/** Finds the token of a secret, used or not. Throws unless it is for this node of this publisher. */
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
