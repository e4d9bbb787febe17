import * as contract from '@nodeyard/contract/safety'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { getRescan, listRescans } from './read.ts'
import { applyRescan, startRescan } from './start.ts'
import { toRescan } from './to-wire.ts'

/** Mounts the routes of rescans. */
export function mountRescans(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.startRescan, async ({ actor, body }) =>
    toRescan(deps.db, await startRescan(deps, actor, body)),
  )
  mount(app, contract.listRescans, () => listRescans(deps.db))
  mount(app, contract.getRescan, ({ params, query }) => getRescan(deps.db, params.rescanId, query))
  mount(app, contract.applyRescan, async ({ actor, params }) =>
    toRescan(deps.db, await applyRescan(deps, actor, params.rescanId)),
  )
}
