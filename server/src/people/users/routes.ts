import * as contract from '@nodeyard/contract/people'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { toPublisher } from '../publishers/to-wire.ts'
import { decideOnUser } from './ban.ts'
import type { Deps } from './deps.ts'
import { listPublishersOf } from './sql.ts'

/** Mounts the routes of the signed-in user, and of bans by admins. */
export function mountUsers(app: App<Deps>): void {
  mount(app, contract.getCurrentUser, async ({ actor }) => {
    const { id, email, name, isApproved, isAdmin, isBanned } = userOf(actor)
    return { id, email, name, isApproved, isAdmin, isBanned }
  })
  mount(app, contract.listOwnPublishers, async ({ actor }) => {
    const publishers = await listPublishersOf(app.deps.db, userOf(actor).id)
    return publishers.map(({ sole_owner_of, ...publisher }) => ({
      ...toPublisher(app.deps.config, publisher),
      ...(sole_owner_of > 0 ? { sole_owner_of } : {}),
    }))
  })
  mount(app, contract.banUser, async ({ params, body, actor }) => {
    await decideOnUser(app.deps, userOf(actor), 'ban', { ...params, ...body })
    return null
  })
  mount(app, contract.unbanUser, async ({ params, actor }) => {
    await decideOnUser(app.deps, userOf(actor), 'unban', params)
    return null
  })
}
