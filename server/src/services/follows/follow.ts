import { limits } from '@nodeyard/contract/limits'
import type { FollowKind } from '@nodeyard/contract/services'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Deps } from './deps.ts'
import { countFollows, deleteFollow, findFollowed, insertFollow, lockFollower } from './sql.ts'

export interface Wish {
  kind: FollowKind
  id: string
  follows: boolean
}

/** Follows a node or a publisher, or stops. Repeating it changes nothing. */
export async function setFollow(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  { kind, id, follows }: Wish,
): Promise<void> {
  if (!follows) return deleteFollow(db, userId, { kind, id })
  await inTransaction(db, async (tx) => {
    // Makes the count below exact when several requests of one user arrive together.
    await lockFollower(tx, userId)
    const followed = await findFollowed(tx, { kind, id })
    if (!followed) throw new RegistryError(kind === 'node' ? 'node_not_found' : 'publisher_not_found')
    const others = await countFollows(tx, userId, { kind, id: followed })
    if (others >= limits.followsPerUser) throw new RegistryError('too_many_follows')
    await insertFollow(tx, { userId, kind, id: followed, at: now() })
  })
}
