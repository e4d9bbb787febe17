import * as contract from '@nodeyard/contract/nodes'
import { type App, mount } from '../http/mount.ts'
import { getNodeDownloads } from './downloads.ts'
import { getNode } from './get.ts'
import { findVersionToInstall } from './install.ts'
import { listNodes } from './list.ts'
import { listPublisherNodes, listPublisherNodesPaged } from './of-publisher.ts'

const keptSeconds = 60

export function mountNodes(app: App): void {
  const { deps } = app
  const asList = { seconds: keptSeconds, tags: () => ['nodes'] }

  mount(app, contract.listNodes, ({ actor, query }) => listNodes(deps, actor, query), {
    ...asList,
    // Managers send `no-cache` with every page of their sync; only `latest` is meant.
    yields: false,
    when: ({ query }) => !query.latest,
  })
  mount(
    app,
    contract.getNode,
    ({ actor, params, query }) =>
      getNode(deps, actor, { nodeId: params.nodeId, translations: query.include_translations ?? false }),
    { seconds: keptSeconds, tags: ({ id }) => [`node:${id}`, `downloads:${id}`], yields: true },
  )
  mount(
    app,
    contract.getNodeDownloads,
    ({ actor, params, query }) => getNodeDownloads(deps, actor, params.nodeId, query.days),
    { seconds: keptSeconds, tags: (_, { params }) => [`node:${params.nodeId}`] },
  )
  mount(
    app,
    contract.installNode,
    ({ actor, params, query }) =>
      findVersionToInstall(deps, actor, { nodeId: params.nodeId, version: query.version }),
    {
      seconds: keptSeconds,
      tags: ({ node_id }) => [`node:${node_id}`],
      // A launcher goes on using what it has an ETag for, even when it is refused by then. Source: clients 9.
      etag: false,
      onServe: ({ node_id, id }) => deps.installs.count(node_id, id),
    },
  )
  mount(
    app,
    contract.listPublisherNodes,
    ({ actor, params, query }) =>
      listPublisherNodes(deps, actor, {
        publisherId: params.publisherId,
        includeBanned: query.include_banned,
      }),
    asList,
  )
  mount(
    app,
    contract.listPublisherNodesPaged,
    ({ actor, params, query }) =>
      listPublisherNodesPaged(deps, actor, {
        ...query,
        publisherId: params.publisherId,
        includeBanned: query.include_banned,
      }),
    asList,
  )
}
