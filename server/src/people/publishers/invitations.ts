import { createHash } from 'node:crypto'
import { limits } from '@nodeyard/contract/limits'
import type { createInvitation as contract } from '@nodeyard/contract/publishers'
import type { BodyOf } from '@nodeyard/contract/route'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { assertMayHaveOneMore } from './create.ts'
import type { Deps } from './deps.ts'
import { lockOwnedPublisher } from './owner.ts'
import {
  countPublishersOf,
  deleteInvitationOf,
  deleteInvitationsBy,
  findInvitation,
  findMember,
  findPublisher,
  type InvitationRow,
  insertInvitation,
  insertPermission,
  listInvitations,
  listMembers,
  lockPublisher,
  lockUser,
  type PublisherRow,
  takeInvitation,
} from './sql.ts'

type InvitationDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'randomBytes'>
const dayMs = 86_400_000
const secretBytes = 24

/** As it is stored: whoever reads the database cannot accept. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

export interface Invited {
  invitation: InvitationRow
  publisher: PublisherRow
}

/**
 * Invites somebody. Whoever has the secret may accept, so it is given out once; the address only says for whom it is
 * meant, because a sign-in need not have it.
 */
export async function invite(
  deps: InvitationDeps,
  user: UserActor,
  publisherId: string,
  { email, role = 'member' }: BodyOf<typeof contract>,
): Promise<Invited & { secret: string }> {
  assertMayWrite(user)
  const at = deps.now()
  const secret = deps.randomBytes(secretBytes).toString('base64url')
  return transact(deps, async (tx) => {
    const publisher = await lockOwnedPublisher(tx, publisherId, user)
    await deleteInvitationOf(tx, publisherId, email)
    if ((await listInvitations(tx, publisherId, at)).length >= limits.invitationsPerPublisher) {
      throw new RegistryError('too_many_invitations', { limit: limits.invitationsPerPublisher })
    }
    const invitation = await insertInvitation(tx, {
      id: deps.newId(),
      publisher_id: publisherId,
      email,
      role,
      secret_hash: hashOf(secret),
      created_by: user.id,
      created_at: at,
      expires_at: new Date(at.getTime() + limits.invitationDays * dayMs),
    })
    await record(tx, deps, user, invitation, 'invitation.create')
    return { invitation, publisher, secret }
  })
}

export async function withdrawInvitation(
  deps: InvitationDeps,
  user: UserActor,
  { publisherId, invitationId }: { publisherId: string; invitationId: string },
): Promise<void> {
  assertMayWrite(user)
  await transact(deps, async (tx) => {
    await lockOwnedPublisher(tx, publisherId, user)
    const open = await listInvitations(tx, publisherId, deps.now())
    const invitation = open.some(({ id }) => id === invitationId) && (await takeInvitation(tx, invitationId))
    if (!invitation) throw new RegistryError('invitation_not_found')
    await record(tx, deps, user, invitation, 'invitation.withdraw')
  })
}

/** All that one user made since a time. */
export async function withdrawInvitationsBy(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  userId: string,
  since: Date,
): Promise<void> {
  for (const invitation of await deleteInvitationsBy(tx, userId, since)) {
    await record(tx, deps, { kind: 'user', id: userId }, invitation, 'invitation.withdraw')
  }
}

/** What a secret invites to. */
export async function getInvited(db: DbOrTx, { now }: Pick<Deps, 'now'>, secret: string): Promise<Invited> {
  const invitation = await findInvitation(db, hashOf(secret), now())
  const publisher = invitation && (await findPublisher(db, invitation.publisher_id))
  if (!invitation || !publisher) throw new RegistryError('invitation_not_found')
  return { invitation, publisher }
}

/** Makes the user a member, once for each invitation. */
export async function acceptInvitation(
  deps: InvitationDeps,
  user: UserActor,
  secret: string,
): Promise<PublisherRow> {
  assertMayWrite(user)
  return transact(deps, async (tx) => {
    const { publisher, invitation } = await takeBySecret(tx, deps, secret)
    // After the publisher, as a ban locks them.
    await lockUser(tx, user.id)
    if (publisher.status === 'banned') throw new RegistryError('publisher_banned')
    if (await findMember(tx, publisher.id, user.id)) throw new RegistryError('already_member')
    assertMayHaveOneMore(await countPublishersOf(tx, user.id))
    if ((await listMembers(tx, publisher.id)).length >= limits.membersPerPublisher) {
      throw new RegistryError('too_many_members', { limit: limits.membersPerPublisher })
    }
    await insertPermission(tx, { publisher_id: publisher.id, user_id: user.id, role: invitation.role })
    await record(tx, deps, user, invitation, 'invitation.accept')
    markChanged(tx, `publisher:${publisher.id}`, `user:${user.id}`)
    return publisher
  })
}

export async function declineInvitation(
  deps: InvitationDeps,
  user: UserActor,
  secret: string,
): Promise<void> {
  assertMayWrite(user)
  await transact(deps, async (tx) => {
    const { invitation } = await takeBySecret(tx, deps, secret)
    await record(tx, deps, user, invitation, 'invitation.decline')
  })
}

/** With the publisher locked, so that it is not banned or deleted before the transaction ends. */
async function takeBySecret(tx: Tx, deps: InvitationDeps, secret: string): Promise<Invited> {
  const seen = await getInvited(tx, deps, secret)
  await lockPublisher(tx, seen.publisher.id)
  // Who made it may have been taken out meanwhile.
  const { publisher, invitation } = await getInvited(tx, deps, secret)
  if (!(await takeInvitation(tx, invitation.id))) throw new RegistryError('invitation_not_found')
  return { invitation, publisher }
}

function record(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  actor: { kind: 'user'; id: string },
  { id, publisher_id, email, role }: InvitationRow,
  action: string,
): Promise<void> {
  return recordEvent(tx, {
    actor,
    action,
    subject: { kind: 'invitation', id },
    publisherId: publisher_id,
    after: { email, role },
    at: now(),
  })
}
