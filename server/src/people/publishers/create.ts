import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { createPublisher as createPublisherRoute } from '@nodeyard/contract/people'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { assertPublisherId, toColumns } from './fields.ts'
import { countPublishersOf, insertPermission, insertPublisher, lockUser, type PublisherRow } from './sql.ts'

/** Creates a publisher owned by the user; the audit log names `actor`. Its name defaults to its id. */
export async function createPublisher(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  user: UserActor,
  { id, ...fields }: BodyOf<typeof createPublisherRoute>,
  actor: Actor = user,
): Promise<PublisherRow> {
  assertMayWrite(user)
  assertPublisherId('body.id', id)
  const columns = toColumns(fields)
  const at = deps.now()
  return transact(deps, async (tx) => {
    await lockUser(tx, user.id)
    assertBelowPublisherLimit(await countPublishersOf(tx, user.id))
    const publisher = await insertPublisher(tx, {
      ...columns,
      id,
      name: columns.name || id,
      created_at: at,
      updated_at: at,
    })
    if (!publisher) throw new RegistryError('publisher_id_taken', { field: 'body.id' })
    await insertPermission(tx, { publisher_id: id, user_id: user.id, role: 'owner' })
    await recordEvent(tx, {
      actor,
      action: 'publisher.create',
      subject: { kind: 'publisher', id },
      publisherId: id,
      after: publisher,
      at,
    })
    markChanged(tx, `publisher:${id}`, 'publishers')
    return publisher
  })
}

/** Throws unless a user with this many publishers can create or join another. */
export function assertBelowPublisherLimit(count: number): void {
  if (count < limits.publishersPerUser) return
  throw new RegistryError('too_many_publishers', { limit: limits.publishersPerUser })
}
