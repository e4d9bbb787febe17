import { limits } from '@nodeyard/contract/limits'
import type { BodyOf } from '@nodeyard/contract/route'
import type { createToken as createTokenRoute } from '@nodeyard/contract/tokens'
import { recordEvent } from '../../ground/audit/sql.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { lockOwnedPublisher } from '../publishers/owner.ts'
import type { Deps } from './deps.ts'
import { hashOf, prefixOf, secretOf } from './secret.ts'
import { countGoodTokens, insertToken } from './sql.ts'

const dayMs = 86_400_000

/** Makes a token for a publisher, as one of its owner, who need not be the one that acts. Gives its secret, which is stored nowhere. */
export async function createToken(
  { db, now, newId }: Pick<Deps, 'db' | 'now' | 'newId'>,
  user: UserActor,
  publisherId: string,
  {
    name = '',
    description = '',
    expires_in_days: days,
    nodes = [],
    actions = [],
  }: BodyOf<typeof createTokenRoute>,
  actor: Actor = user,
): Promise<string> {
  assertMayWrite(user)
  const at = now()
  const expiresAt = days === undefined ? null : new Date(at.getTime() + days * dayMs)
  const id = newId()
  const secret = secretOf(newId())
  await inTransaction(db, async (tx) => {
    await lockOwnedPublisher(tx, publisherId, user)
    const most = limits.tokensPerPublisher
    if ((await countGoodTokens(tx, publisherId, at)) >= most)
      throw new RegistryError('too_many_tokens', { limit: most })
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
  })
  return secret
}
