import * as contract from '@nodeyard/contract/services'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { setFollow } from './follow.ts'
import { listFollows } from './sql.ts'

/** Mounts the routes for following nodes and publishers. */
export function mountFollows(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listFollows, async ({ actor }) => ({
    follows: (await listFollows(deps.db, userOf(actor).id)).map(({ created_at, ...follow }) => ({
      ...follow,
      createdAt: created_at.toISOString(),
    })),
  }))
  mount(app, contract.setFollow, async ({ actor, body }) => {
    await setFollow(deps, userOf(actor).id, body)
    return null
  })
}
