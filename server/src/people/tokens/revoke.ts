import { recordEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { lockOwnedPublisher } from '../publishers/owner.ts'
import type { Deps } from './deps.ts'
import {
  expireUploadsOf,
  findTokenByHash,
  lockToken,
  lockTokensOf,
  type MadeBy,
  markRevoked,
  type RevocationReason,
  type TokenRow,
} from './sql.ts'

/** Throws unless the token belongs to this publisher. Source: API contract 10.3. */
export function assertTokenOf(publisherId: string, token: TokenRow | undefined): asserts token {
  if (!token) throw new RegistryError('token_not_found')
  if (token.publisher_id !== publisherId) throw new RegistryError('not_publisher_owner')
}

/** Revokes a token. Versions announced with it no longer accept an archive. */
export async function revokeToken(
  deps: Pick<Deps, 'db' | 'now'>,
  user: UserActor,
  { publisherId, tokenId }: { publisherId: string; tokenId: string },
): Promise<void> {
  assertMayWrite(user)
  await inTransaction(deps.db, async (tx) => {
    await lockOwnedPublisher(tx, publisherId, user)
    const token = await lockToken(tx, tokenId)
    assertTokenOf(publisherId, token)
    await revoke(tx, deps, user, token)
  })
}

/** Revokes all tokens of a publisher, or those that one user created. The caller holds the publisher's lock. */
export async function revokeTokensOf(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  actor: { kind: 'user'; id: string },
  { because, ...of }: MadeBy & { because?: RevocationReason },
): Promise<void> {
  for (const token of await lockTokensOf(tx, of)) await revoke(tx, deps, actor, token, because)
}

/** Revokes tokens that were found in an uploaded archive, by the hashes of their secrets. The owners get an email. */
export async function revokeLeakedTokens(
  deps: Pick<Deps, 'db' | 'now'>,
  hashes: readonly string[],
): Promise<void> {
  for (const hash of hashes)
    await inTransaction(deps.db, async (tx) => {
      const found = await findTokenByHash(tx, hash)
      const token = found && (await lockToken(tx, found.id))
      if (token) await revoke(tx, deps, { kind: 'service', id: 'pipeline' }, token, 'leaked')
    })
}

async function revoke(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  actor: { kind: 'user'; id: string } | { kind: 'service'; id: 'pipeline' },
  { id, publisher_id, name }: TokenRow,
  because?: RevocationReason | 'leaked',
): Promise<void> {
  await expireUploadsOf(tx, id, now())
  await markRevoked(tx, id, {
    userId: actor.kind === 'user' ? actor.id : null,
    at: now(),
    because: because === 'leaked' ? undefined : because,
  })
  await recordEvent(tx, {
    actor,
    action: 'token.delete',
    subject: { kind: 'token', id },
    publisherId: publisher_id,
    before: { publisher_id, name },
    ...(because ? { after: { name, because } } : {}),
    at: now(),
  })
}
