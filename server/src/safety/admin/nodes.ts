import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { NodeFields } from '@nodeyard/contract/packs'
import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { storeNode } from '../../packs/nodes/create.ts'
import type { NodeRow } from '../../packs/nodes/sql.ts'
import { sharePublisher } from '../../people/publishers/sql.ts'
import type { Deps } from './deps.ts'

/** Creates a node that is unclaimed, or of the given publisher. Source: API contract 18.2. */
export async function createUnclaimedNode(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'jobs' | 'config'>,
  admin: Actor,
  fields: NodeFields,
): Promise<NodeRow> {
  const publisherId = fields.publisher?.id || unclaimedPublisherId
  try {
    return await transact(deps, async (tx) => {
      if (!(await sharePublisher(tx, publisherId))) throw new RegistryError('publisher_not_found')
      const node = await storeNode(tx, deps, admin, { publisherId, fields, forAdmin: true })
      if (!node) throw new RegistryError('node_exists', { field: 'body.id' })
      return node
    })
  } catch (error) {
    // The form distinguishes a conflict from invalid input by the status.
    if (!(error instanceof RegistryError && error.code === 'duplicate_repository')) throw error
    throw new RegistryError('repository_in_use', { ...error.extra, error: 'repository_in_use' })
  }
}
