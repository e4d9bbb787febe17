import type { TokenAction } from '@nodeyard/contract/tokens'
import type { DbOrTx, Tx } from '../db/database.ts'
import { nodeKey } from '../db/node-key.ts'
import { RegistryError } from '../errors.ts'
import { hashOf } from './secret.ts'
import { setLastUsed, shareTokenByHash, type TokenRow } from './sql.ts'

/** What somebody wants to do with a token. */
export interface TokenUse {
  publisherId: string
  nodeId: string
  /** Absent: the caller only reads, which every token of the node may. */
  action?: TokenAction
}

/** The token behind a secret; it is not revoked before the transaction ends. Throws unless it is good for this use now. */
export async function verifyToken(tx: Tx, secret: string, use: TokenUse, now: Date): Promise<TokenRow> {
  const token = await shareTokenByHash(tx, hashOf(secret))
  assertGoodFor(token, use, now)
  return token
}

/** A revoked token is not found: it and one that never was get the same answer. */
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

function isExpired({ expires_at }: Pick<TokenRow, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && expires_at <= now
}

const lastUseStepMs = 60_000

/** Notes that a token was used; to the minute, so that a busy token is not written with every request. */
export async function touchToken(db: DbOrTx, id: string, now: Date): Promise<void> {
  await setLastUsed(db, id, now, new Date(now.getTime() - lastUseStepMs))
}
