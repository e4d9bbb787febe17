import * as contract from '@nodeyard/contract/safety'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { advisoriesTag } from '../../packs/nodes/tags.ts'
import type { Deps } from './deps.ts'
import { getKillList, getKillListKeys, killListTag } from './kill-list.ts'
import { publishAdvisory, updateAdvisory, withdrawAdvisory } from './publish.ts'
import { getAdvisory, listAdvisories, listAdvisoryRevisions, previewAdvisory } from './read.ts'
import { toOsvRecord } from './to-wire.ts'

const seconds = 60

/** Mounts the routes of advisories and the kill list. */
export function mountAdvisories(app: App<Deps>): void {
  const { deps } = app
  // Changes invalidate these responses immediately, so `no-cache` would get nothing newer.
  const advisoriesCache = { seconds, tags: () => [advisoriesTag, 'nodes'], ignoresNoCache: true }
  const killListOptions = { cache: { seconds, tags: () => [killListTag], ignoresNoCache: true } }

  mount(app, contract.listAdvisories, ({ query, deps }) => listAdvisories(deps.db, query), {
    cache: {
      ...advisoriesCache,
      // Nearly all node pages request this, and without advisories only a new version of the node can change the response.
      tags: ({ total }, { query: { node_id: nodeId } }) =>
        nodeId !== undefined && total === 0 ? [advisoriesTag, `node:${nodeId}`] : advisoriesCache.tags(),
    },
  })
  mount(app, contract.getAdvisory, ({ params, deps }) => getAdvisory(deps.db, params.advisoryId), {
    cache: advisoriesCache,
  })
  mount(
    app,
    contract.getOsvRecord,
    async ({ params, deps }) => toOsvRecord(deps.config, await getAdvisory(deps.db, params.advisoryId)),
    { cache: advisoriesCache },
  )
  mount(app, contract.getKillList, () => getKillList(deps), killListOptions)
  mount(app, contract.listKillListKeys, async () => ({ keys: await getKillListKeys(deps) }), killListOptions)

  mount(app, contract.previewAdvisory, ({ body }) => previewAdvisory(deps.db, body))
  mount(app, contract.publishAdvisory, async ({ actor, body }) =>
    getAdvisory(deps.db, await publishAdvisory(deps, userOf(actor), body)),
  )
  mount(app, contract.updateAdvisory, async ({ actor, params, body }) =>
    getAdvisory(deps.db, await updateAdvisory(deps, userOf(actor), params.advisoryId, body)),
  )
  mount(app, contract.withdrawAdvisory, async ({ actor, params, body }) =>
    getAdvisory(deps.db, await withdrawAdvisory(deps, userOf(actor), params.advisoryId, body.reason)),
  )
  mount(app, contract.listAdvisoryRevisions, ({ params }) =>
    listAdvisoryRevisions(deps.db, params.advisoryId),
  )
}
