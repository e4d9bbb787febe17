import { markChanged } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { listPublisherIdsOf } from '../identity/sql.ts'
import { withdrawInvitationsBy } from '../publishers/invitations.ts'
import { leave } from '../publishers/members.ts'
import { listPublishersWithKeysOf, lockPublisher } from '../publishers/sql.ts'
import { revokeTokensOf } from '../tokens/revoke.ts'
import { deleteTrustedPublishersOf } from './settings.ts'

type AccountDeps = Pick<Deps, 'now'>

/** Takes back what lets others into publishers by the word of one user: a stranger may have made it. */
export async function takeBackKeysOf(tx: Tx, deps: AccountDeps, userId: string): Promise<void> {
  const actor = { kind: 'user', id: userId } as const
  for (const publisherId of await listPublishersWithKeysOf(tx, userId)) {
    await lockPublisher(tx, publisherId)
    await revokeTokensOf(tx, deps, actor, { publisherId, madeBy: userId })
    await deleteTrustedPublishersOf(tx, deps, actor, { publisherId, madeBy: userId })
  }
  await withdrawInvitationsBy(tx, deps, userId)
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
  await withdrawInvitationsBy(tx, deps, userId)
}
