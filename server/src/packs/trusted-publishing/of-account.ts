import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { listPublisherIdsOf } from '../../people/identity/sql.ts'
import { withdrawInvitationsBy } from '../../people/publishers/invitations.ts'
import { leave } from '../../people/publishers/members.ts'
import { listPublishersWithKeysOf, lockPublisher, ownsAnyNode } from '../../people/publishers/sql.ts'
import { revokeTokensOf } from '../../people/tokens/revoke.ts'
import { withdrawOffersBy } from '../nodes/transfer.ts'
import type { Deps } from './deps.ts'
import { deleteTrustedPublishersOf } from './settings.ts'

type AccountDeps = Pick<Deps, 'now' | 'stopCredentials'>

/**
 * Revokes the publish credentials that a user created since a time, when an attacker could have created them.
 */
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
 * Removes a user from every publisher when the account is deleted. A publisher without another owner keeps
 * the nameless user, because its nodes stay; its publish credentials are revoked, because no owner could revoke
 * them later. Returns whether one of these has nodes.
 */
export async function leaveAll(tx: Tx, deps: AccountDeps, userId: string): Promise<boolean> {
  const actor = { kind: 'user', id: userId } as const
  let leavesNodes = false
  for (const publisherId of await listPublisherIdsOf(tx, userId)) {
    await lockPublisher(tx, publisherId)
    // Publishers show the names of their members.
    markChanged(tx, `publisher:${publisherId}`)
    if (await leave(tx, deps, { publisherId, userId })) continue
    leavesNodes ||= await ownsAnyNode(tx, publisherId)
    await revokeTokensOf(tx, deps, actor, { publisherId })
    await deleteTrustedPublishersOf(tx, deps, actor, { publisherId })
  }
  await withdrawInvitationsBy(tx, deps, userId, new Date(0))
  await withdrawOffersBy(tx, deps, userId, new Date(0))
  return leavesNodes
}
