import * as contract from '@nodeyard/contract/versions'
import { type App, mount } from '../http/mount.ts'
import { bulkVersions } from './bulk.ts'
import { getNodeVersion } from './get.ts'
import { listNodeVersions } from './list.ts'
import { listVersions } from './list-all.ts'

const keptSeconds = 60

export function mountVersions(app: App): void {
  const { deps } = app

  mount(
    app,
    contract.listNodeVersions,
    ({ actor, params, query }) => listNodeVersions(deps, actor, params.nodeId, query),
    { seconds: keptSeconds, tags: (_, { params }) => [`node:${params.nodeId}`], yields: true },
  )
  mount(app, contract.getNodeVersion, ({ actor, params }) => getNodeVersion(deps, actor, params), {
    seconds: keptSeconds,
    tags: ({ node_id }) => [`node:${node_id}`],
  })
  mount(app, contract.listVersions, ({ actor, query }) => listVersions(deps, actor, query), {
    seconds: keptSeconds,
    tags: () => ['nodes'],
  })
  mount(app, contract.bulkVersions, async ({ body }) => ({
    node_versions: await bulkVersions(deps, body.node_versions),
  }))
}
