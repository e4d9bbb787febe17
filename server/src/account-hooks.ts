import type { Deps } from './deps.ts'
import { deleteCollectionsOf } from './discovery/collections/sql.ts'
import { leaveAll, takeBackKeysOf } from './packs/trusted-publishing/of-account.ts'
import { revokeApiKeysOf } from './people/customers/api-keys.ts'
import { setContact } from './people/customers/sql.ts'
import type { AccountHooks } from './people/identity/deps.ts'
import { deleteWebhooksBy } from './services/webhooks/manage.ts'

/** Connects account changes to the domains that depend on accounts. */
export function accountHooks(deps: Pick<Deps, 'now' | 'stopCredentials'>): AccountHooks {
  return {
    async revokeCredentials(tx, userId, since) {
      await takeBackKeysOf(tx, deps, userId, since)
      await deleteWebhooksBy(tx, deps, userId, since)
      await revokeApiKeysOf(tx, deps, userId, since)
    },
    revokeApiKeys: (tx, userId) => revokeApiKeysOf(tx, deps, userId),
    async leave(tx, userId) {
      const leavesNodes = await leaveAll(tx, deps, userId)
      await revokeApiKeysOf(tx, deps, userId)
      await deleteCollectionsOf(tx, userId)
      await setContact(tx, { id: userId, email: '', name: '', now: deps.now() })
      return leavesNodes
    },
  }
}
