import { createHash } from 'node:crypto'
import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { createInvitation as contract } from '@nodeyard/contract/people'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import { assertBelowPublisherLimit } from './create.ts'
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

/** Only the hash is stored, so that a database leak does not allow accepting. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

export interface Invited {
  invitation: InvitationRow
  publisher: PublisherRow
}

/**
 * Creates an invitation, replacing an open one to the same address. Anyone with the secret can accept it, so it is
 * returned once. The email is informational, because the guest may sign in with another address.
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

/** Withdraws an open invitation. */
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

/** Withdraws the invitations that a user created since a time. */
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

/** Finds the invitation and publisher of a secret. Throws `invitation_not_found`. */
export async function getInvited(db: DbOrTx, { now }: Pick<Deps, 'now'>, secret: string): Promise<Invited> {
  const invitation = await findInvitation(db, hashOf(secret), now())
  const publisher = invitation && (await findPublisher(db, invitation.publisher_id))
  if (!invitation || !publisher) throw new RegistryError('invitation_not_found')
  return { invitation, publisher }
}

/** Accepts an invitation once, which makes the user a member. */
export async function acceptInvitation(
  deps: InvitationDeps,
  user: UserActor,
  secret: string,
): Promise<PublisherRow> {
  assertMayWrite(user)
  return transact(deps, async (tx) => {
    const { publisher, invitation } = await takeBySecret(tx, deps, secret)
    // A ban locks the publisher before its members, so this does, too.
    await lockUser(tx, user.id)
    if (publisher.status === 'banned') throw new RegistryError('publisher_banned')
    if (await findMember(tx, publisher.id, user.id)) throw new RegistryError('already_member')
    assertBelowPublisherLimit(await countPublishersOf(tx, user.id))
    if ((await listMembers(tx, publisher.id)).length >= limits.membersPerPublisher) {
      throw new RegistryError('too_many_members', { limit: limits.membersPerPublisher })
    }
    await insertPermission(tx, { publisher_id: publisher.id, user_id: user.id, role: invitation.role })
    await record(tx, deps, user, invitation, 'invitation.accept')
    markChanged(tx, `publisher:${publisher.id}`, `user:${user.id}`)
    return publisher
  })
}

/** Declines an invitation, which ends it. */
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

/** Consumes an invitation with its publisher locked against a ban or deletion. */
async function takeBySecret(tx: Tx, deps: InvitationDeps, secret: string): Promise<Invited> {
  const seen = await getInvited(tx, deps, secret)
  await lockPublisher(tx, seen.publisher.id)
  // Its creator may have lost the owner role before the lock was acquired.
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
