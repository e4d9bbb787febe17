import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { listPublisherIdsOf } from '../../people/identity/sql.ts'
import { withdrawInvitationsBy } from '../../people/publishers/invitations.ts'
import { leave } from '../../people/publishers/members.ts'
import { listPublishersWithKeysOf, lockPublisher } from '../../people/publishers/sql.ts'
import { revokeTokensOf } from '../../people/tokens/revoke.ts'
import { withdrawOffersBy } from '../nodes/transfer.ts'
import type { Deps } from './deps.ts'
import { deleteTrustedPublishersOf } from './settings.ts'

type AccountDeps = Pick<Deps, 'now' | 'stopCredentials'>

/** Takes back what acts for publishers by the word of one user and was made since a time: a stranger may have made it. */
export async function takeBackKeysOf(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  userId: string,
  since: Date,
): Promise<void> {
  const actor = { kind: 'user', id: userId } as const
  for (const publisherId of await listPublishersWithKeysOf(tx, userId)) {
    await lockPublisher(tx, publisherId)
    const of = { publisherId, madeBy: userId, since }
    await revokeTokensOf(tx, deps, actor, of)
    await deleteTrustedPublishersOf(tx, deps, actor, of)
  }
  await withdrawInvitationsBy(tx, deps, userId, since)
  await withdrawOffersBy(tx, deps, userId, since)
}

/**
 * Takes a user whose account is deleted out of every publisher. One that has no other owner keeps this one, without a
 * name, as its nodes stay; what could publish there is revoked, because nobody could do it later.
 */
export async function leaveAll(tx: Tx, deps: AccountDeps, userId: string): Promise<void> {
  const actor = { kind: 'user', id: userId } as const
  for (const publisherId of await listPublisherIdsOf(tx, userId)) {
    await lockPublisher(tx, publisherId)
    // Publishers show the names of their members.
    markChanged(tx, `publisher:${publisherId}`)
    if (await leave(tx, deps, { publisherId, userId })) continue
    await revokeTokensOf(tx, deps, actor, { publisherId })
    await deleteTrustedPublishersOf(tx, deps, actor, { publisherId })
  }
  await withdrawInvitationsBy(tx, deps, userId, new Date(0))
  await withdrawOffersBy(tx, deps, userId, new Date(0))
}
