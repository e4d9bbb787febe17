import { recordEvent } from '../audit/sql.ts'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { assertMayWrite, type UserActor } from '../permissions.ts'
import { lockOwnedPublisher } from '../publishers/owner.ts'
import { lockToken, markRevoked, type TokenRow, voidAddressesOf } from './sql.ts'

/** Throws unless the token is one of this publisher. Source: API contract 10.3. */
export function assertTokenOf(publisherId: string, token: TokenRow | undefined): asserts token {
  if (!token) throw new RegistryError('token_not_found')
  if (token.publisher_id !== publisherId) throw new RegistryError('not_publisher_owner')
}

/** From here on the token's secret is unknown, and what was announced with it takes no archive. */
export async function revokeToken(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user: UserActor,
  { publisherId, tokenId }: { publisherId: string; tokenId: string },
): Promise<void> {
  assertMayWrite(user)
  await db.transaction().execute(async (tx) => {
    await lockOwnedPublisher(tx, publisherId, user)
    const token = await lockToken(tx, tokenId)
    assertTokenOf(publisherId, token)
    await voidAddressesOf(tx, token.id, now())
    await markRevoked(tx, token.id, { userId: user.id, at: now() })
    await recordEvent(tx, {
      actor: user,
      action: 'token.delete',
      subject: { kind: 'token', id: token.id },
      publisherId,
      before: { publisher_id: publisherId, name: token.name },
      at: now(),
    })
  })
}
