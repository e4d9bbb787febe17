import type { PublisherMember } from '@nodeyard/contract/people'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayRemoveMember, assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { findRoleOf, isOwnerless, lockOwnedPublisher } from './owner.ts'
import {
  deletePermission,
  findMember,
  insertPermission,
  listMembers,
  lockPublisher,
  type MemberRow,
  setRole,
} from './sql.ts'
import { toMember } from './to-wire.ts'

type MemberDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'stopCredentials'>
type Recorder = Pick<Deps, 'now'>
type Remover = Pick<Deps, 'now' | 'stopCredentials'>
interface MemberPath {
  publisherId: string
  userId: string
}

/** Changes the role of a member. Throws `last_owner` if no owner would remain. */
export function changeRole(
  deps: MemberDeps,
  user: UserActor,
  path: MemberPath,
  role: 'owner' | 'member',
): Promise<PublisherMember> {
  assertMayWrite(user)
  return transact(deps, async (tx) => {
    await lockOwnedPublisher(tx, path.publisherId, user)
    const member = await getMember(tx, path)
    if (role !== 'owner') await assertOtherOwner(tx, path)
    await setRole(tx, path.publisherId, path.userId, role)
    await record(tx, deps, user, path, { action: 'member.change-role', before: member.role, after: role })
    if (role !== 'owner') await deps.stopCredentials(tx, user, { ...path, because: 'demoted' })
    return toMember({ ...member, role }, true)
  })
}

/** Lets owners remove members, and members leave. Throws `last_owner` if no owner would remain. */
export function removeMember(deps: MemberDeps, user: UserActor, path: MemberPath): Promise<void> {
  return transact(deps, async (tx) => {
    const publisher = await lockPublisher(tx, path.publisherId)
    if (!publisher) throw new RegistryError('publisher_not_found')
    assertMayRemoveMember(user, await findRoleOf(tx, publisher.id, user), path.userId)
    const member = await getMember(tx, path)
    await assertOtherOwner(tx, path)
    await remove(tx, deps, user, member, { ...path, because: 'removed' })
  })
}

/** Removes a deleted account from a publisher. Does nothing and returns false if it is the only owner. */
export async function leave(tx: Tx, deps: Remover, path: MemberPath): Promise<boolean> {
  const member = await getMember(tx, path)
  if (!(await hasOtherOwner(tx, path))) return false
  await remove(tx, deps, { kind: 'user', id: path.userId }, member, { ...path, because: 'deleted' })
  return true
}

/** Makes a user the owner of a publisher that has none. Returns false if it has an owner. Throws `publisher_not_found`. */
export function handOverOwnerless(
  deps: MemberDeps,
  actor: { kind: 'operator'; id: 'operator' },
  path: MemberPath,
): Promise<boolean> {
  return transact(deps, async (tx) => {
    if (!(await lockPublisher(tx, path.publisherId))) throw new RegistryError('publisher_not_found')
    const members = await listMembers(tx, path.publisherId)
    if (!isOwnerless(members)) return false
    for (const { user_id, deleted_at } of members)
      if (deleted_at) await deletePermission(tx, path.publisherId, user_id)
    const known = members.find(({ user_id }) => user_id === path.userId)
    if (known) await setRole(tx, path.publisherId, path.userId, 'owner')
    else await insertPermission(tx, { publisher_id: path.publisherId, user_id: path.userId, role: 'owner' })
    const before = known?.role ?? 'none'
    await record(tx, deps, actor, path, { action: 'member.change-role', before, after: 'owner' })
    return true
  })
}

async function remove(
  tx: Tx,
  deps: Remover,
  actor: { kind: 'user'; id: string },
  { role }: MemberRow,
  { because, ...path }: MemberPath & { because: 'removed' | 'deleted' },
): Promise<void> {
  await deletePermission(tx, path.publisherId, path.userId)
  await record(tx, deps, actor, path, { action: 'member.remove', before: role })
  await deps.stopCredentials(tx, actor, { ...path, because })
}

async function getMember(tx: Tx, { publisherId, userId }: MemberPath): Promise<MemberRow> {
  const member = await findMember(tx, publisherId, userId)
  if (!member) throw new RegistryError('member_not_found')
  return member
}

async function assertOtherOwner(tx: Tx, path: MemberPath): Promise<void> {
  if (!(await hasOtherOwner(tx, path))) throw new RegistryError('last_owner')
}

async function hasOtherOwner(tx: Tx, { publisherId, userId }: MemberPath): Promise<boolean> {
  const members = await listMembers(tx, publisherId)
  return members.some(({ user_id, role }) => role === 'owner' && user_id !== userId)
}

async function record(
  tx: Tx,
  { now }: Recorder,
  actor: { kind: 'user'; id: string } | { kind: 'operator'; id: string },
  { publisherId, userId }: MemberPath,
  { action, before, after }: { action: string; before: string; after?: string },
): Promise<void> {
  await recordEvent(tx, {
    actor,
    action,
    subject: { kind: 'user', id: userId },
    publisherId,
    before: { role: before },
    ...(after ? { after: { role: after } } : {}),
    at: now(),
  })
  markChanged(tx, `publisher:${publisherId}`, `user:${userId}`)
}
