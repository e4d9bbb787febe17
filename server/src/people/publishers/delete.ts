import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { lockOwnedPublisher } from './owner.ts'
import { deletePublisherRow, keepDeletedNodes, ownsAnyNode } from './sql.ts'

/**
 * Deletes a publisher with its permissions and tokens. Throws `publisher_owns_nodes` while it has nodes. Ids of
 * deleted nodes stay taken.
 */
export async function deletePublisher(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  user: UserActor,
  publisherId: string,
): Promise<void> {
  assertMayWrite(user)
  if (publisherId === unclaimedPublisherId) throw new RegistryError('publisher_is_reserved')
  await transact(deps, async (tx) => {
    const publisher = await lockOwnedPublisher(tx, publisherId, user)
    if (await ownsAnyNode(tx, publisher.id)) throw new RegistryError('publisher_owns_nodes')
    const keptIds = await keepDeletedNodes(tx, publisher.id, deps.now())
    await deletePublisherRow(tx, publisher.id)
    await recordEvent(tx, {
      actor: user,
      action: 'publisher.delete',
      subject: { kind: 'publisher', id: publisher.id },
      publisherId: publisher.id,
      before: publisher,
      ...(keptIds.length > 0 ? { after: { keptIds } } : {}),
      at: deps.now(),
    })
    markChanged(tx, `publisher:${publisher.id}`, 'publishers')
  })
}
