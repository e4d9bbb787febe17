import * as contract from '@nodeyard/contract/versions'
import { type App, mount } from '../../ground/http/mount.ts'
import { bulkVersions } from './bulk.ts'
import type { Deps } from './deps.ts'
import { getNodeVersion } from './get.ts'
import { listNodeVersions } from './list.ts'
import { listVersions } from './list-all.ts'
import { stepsTag, versionsTag } from './tags.ts'

const seconds = 60

export function mountVersions(app: App<Deps>): void {
  const { deps } = app

  mount(
    app,
    contract.listNodeVersions,
    ({ actor, params, query, deps }) => listNodeVersions(deps, actor, params.nodeId, query),
    { cache: { seconds, tags: (_, { params }) => [`node:${params.nodeId}`, stepsTag(params.nodeId)] } },
  )
  mount(app, contract.getNodeVersion, ({ actor, params, deps }) => getNodeVersion(deps, actor, params), {
    cache: {
      seconds,
      tags: ({ node_id, published_by }) => [
        `node:${node_id}`,
        stepsTag(node_id),
        // The response names the user who published the version.
        ...(published_by ? [`publisher:${published_by.publisher_id}`] : []),
      ],
    },
  })
  mount(app, contract.listVersions, ({ actor, query, deps }) => listVersions(deps, actor, query), {
    cache: { seconds, tags: () => ['nodes', versionsTag] },
  })
  mount(
    app,
    contract.bulkVersions,
    async ({ body }) => ({ node_versions: await bulkVersions(deps, body.node_versions) }),
    { isBulk: true },
  )
}
