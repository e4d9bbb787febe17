import type { Tx } from '../../ground/db/database.ts'
import type { Deps } from '../../ground/deps.ts'
import { takeBackKeysOf } from '../../packs/trusted-publishing/of-account.ts'
import { deleteWebhooksBy } from '../../services/webhooks/manage.ts'
import { revokeApiKeysOf } from '../customers/api-keys.ts'

/** Ends everything in the registry that acts by the word of one user and was made since a time. */
export async function takeBackKeys(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  userId: string,
  since = new Date(0),
): Promise<void> {
  await takeBackKeysOf(tx, deps, userId, since)
  await deleteWebhooksBy(tx, deps, userId, since)
  await revokeApiKeysOf(tx, deps, userId, since)
}
