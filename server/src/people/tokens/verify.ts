import type { TokenAction } from '@nodeyard/contract/people'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import { RegistryError } from '../../ground/errors.ts'
import { findLoss, readLoss } from '../rights/sql.ts'
import { refusalOfToken } from './refusal.ts'
import { hashOf } from './secret.ts'
import {
  findPublisherOfSecret,
  findTokenByHash,
  setLastUsed,
  shareTokenByHash,
  type TokenRow,
} from './sql.ts'

/** The use that a caller wants to make of a token. */
export interface TokenUse {
  publisherId: string
  nodeId: string
  /** Omitted when the caller only reads, which every token of the node allows. */
  action?: TokenAction
}

/**
 * Returns the token behind a secret and blocks its revocation until the transaction ends.
 * Throws unless the token allows this use now.
 */
export async function verifyToken(tx: Tx, secret: string, use: TokenUse, now: Date): Promise<TokenRow> {
  const token = await shareTokenByHash(tx, hashOf(secret))
  assertGoodFor(token, use, now)
  const { created_by: userId, publisher_id: publisherId } = token
  if (await findLoss(tx, 'publish-token', { userId, publisherId })) throw stoppedToken()
  return token
}

/** Builds the error for a token whose creator lost the right to publish. */
export function stoppedToken(): RegistryError {
  return new RegistryError('invalid_publish_token', {
    message:
      'Invalid personal access token: the person who created it may no longer publish for this publisher. ' +
      'One of its owners can create a new token.',
  })
}

/** Throws unless the token allows this use now. A revoked token gets the same error as an unknown one. */
export function assertGoodFor(
  token: Pick<TokenRow, 'publisher_id' | 'expires_at' | 'node_ids' | 'actions'> | undefined,
  { publisherId, nodeId, action }: TokenUse,
  now: Date,
): asserts token {
  if (!token || isExpired(token, now)) throw new RegistryError('invalid_publish_token')
  if (token.publisher_id !== publisherId) throw new RegistryError('publish_token_of_other_publisher')
  const isForNode = token.node_ids?.some((id) => nodeKey(id) === nodeKey(nodeId)) ?? true
  const isForAction = action === undefined || token.actions.includes(action)
  if (!isForNode || !isForAction) throw new RegistryError('publish_token_out_of_scope')
}

/** Finds which nodes a valid token can read. Locks nothing. */
export async function findTokenReach(db: DbOrTx, secret: string, now: Date): Promise<TokenReach | undefined> {
  const token = await findTokenByHash(db, hashOf(secret))
  if (!token || isExpired(token, now)) return undefined
  const { created_by: userId, publisher_id: publisherId } = token
  if (await readLoss(db, 'publish-token', { userId, publisherId })) return undefined
  return { publisherId: token.publisher_id, nodeIds: token.node_ids }
}

function isExpired({ expires_at }: Pick<TokenRow, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && expires_at <= now
}

const lastUseStepMs = 60_000

/** Records the last use of a token to the minute, to avoid a write per request. */
export async function touchToken(db: DbOrTx, id: string, now: Date): Promise<void> {
  await setLastUsed(db, id, now, new Date(now.getTime() - lastUseStepMs))
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

/** The nodes that a publish token can read. */
interface TokenReach {
  publisherId: string
  /** Null stands for all nodes of the publisher. */
  nodeIds: readonly string[] | null
}
