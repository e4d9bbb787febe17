import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { createToken as createTokenRoute } from '@nodeyard/contract/people'
import { recordEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { lockOwnedPublisher } from '../publishers/owner.ts'
import type { Deps } from './deps.ts'
import { hashOf, prefixOf, secretOf } from './secret.ts'
import { countValidTokens, insertToken } from './sql.ts'

const dayMs = 86_400_000

type Wish = BodyOf<typeof createTokenRoute>

/** Creates a token for a publisher in the name of one of its owners; the audit log names `actor`. Returns the secret. */
export async function createToken(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  user: UserActor,
  publisherId: string,
  wish: Wish,
  actor: Actor = user,
): Promise<string> {
  assertMayWrite(user)
  const { secret } = await inTransaction(deps.db, (tx) =>
    createTokenIn(tx, deps, { user, publisherId, actor }, wish),
  )
  return secret
}

/** Creates a token in a transaction. Only the hash of its secret is stored. */
export async function createTokenIn(
  tx: Tx,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  { user, publisherId, actor }: { user: UserActor; publisherId: string; actor: Actor },
  { name = '', description = '', expires_in_days: days, nodes = [], actions = [] }: Wish,
): Promise<{ id: string; secret: string }> {
  assertMayWrite(user)
  const at = now()
  const expiresAt = days === undefined ? null : new Date(at.getTime() + days * dayMs)
  const id = newId()
  const secret = secretOf(newId())
  await lockOwnedPublisher(tx, publisherId, user)
  const limit = limits.tokensPerPublisher
  if ((await countValidTokens(tx, publisherId, at)) >= limit)
    throw new RegistryError('too_many_tokens', { limit })
  await insertToken(tx, {
    id,
    publisher_id: publisherId,
    name,
    description,
    token_hash: hashOf(secret),
    token_prefix: prefixOf(secret),
    created_by: user.id,
    created_at: at,
    expires_at: expiresAt,
    ...(nodes.length > 0 ? { node_ids: [...new Set(nodes)] } : {}),
    ...(actions.length > 0 ? { actions: [...new Set(actions)] } : {}),
  })
  await recordEvent(tx, {
    actor,
    action: 'token.create',
    subject: { kind: 'token', id },
    publisherId,
    after: { publisher_id: publisherId, name, expires_at: expiresAt, nodes, actions },
    at,
  })
  return { id, secret }
}
