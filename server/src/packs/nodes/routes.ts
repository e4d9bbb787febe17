import { cleanSecret } from '@nodeyard/contract/ground'
import * as contract from '@nodeyard/contract/packs'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { getOwnedPublisher } from '../../people/publishers/owner.ts'
import { answerWithNode } from './answer.ts'
import { banNode } from './ban.ts'
import { claimNode } from './claim.ts'
import { createNode } from './create.ts'
import { deleteNode } from './delete.ts'
import type { Deps } from './deps.ts'
import { getNodeDownloads, getVersionDownloads } from './downloads.ts'
import { getNode } from './get.ts'
import { findVersionToInstall } from './install.ts'
import { listNodes } from './listing/list.ts'
import { listPublisherNodes, listPublisherNodesPaged } from './of-publisher.ts'
import { reviewNode } from './review.ts'
import { advisoriesTag, downloadsTag, nodesOfTag, tagsOfNodes } from './tags.ts'
import { acceptTransfer, endTransfer, offerNode, offerTerms } from './transfer.ts'
import { listTransfersOf, type TransferRow } from './transfers/sql.ts'
import { translateNode } from './translate.ts'
import { updateNode } from './update.ts'
import { stepsTag, versionsTag } from './versions/tags.ts'

const seconds = 60

const listCache = { seconds, tags: () => ['nodes'] }

/** Mounts the routes of nodes and their transfers. */
export function mountNodes(app: App<Deps>): void {
  mountReads(app)
  mountDownloads(app)
  mountListsOfPublisher(app)
  mountChanges(app)
  mountTransfers(app)
}

function mountReads(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.listNodes, ({ actor, query, deps }) => listNodes(deps, actor, query), {
    cache: {
      ...listCache,
      // Managers send `no-cache` with every page of their sync; clients that need current data send `latest`.
      ignoresNoCache: true,
      when: ({ query }) => !query.latest,
      prepared({ query }) {
        const key = deps.syncPages.keyOf(query)
        return key === undefined
          ? undefined
          : { key, tags: [deps.syncPages.tag], read: () => deps.syncPages.page(query) }
      },
    },
  })
  mount(
    app,
    contract.getNode,
    ({ actor, params, query, deps }) =>
      getNode(deps, actor, {
        nodeId: params.nodeId,
        translations: query.include_translations ?? false,
        look: query.looks ?? false,
        counts: query.include_counts ?? false,
      }),
    {
      cache: {
        seconds,
        tags: ({ id, publisher, advisory_count }) => [
          `node:${id}`,
          downloadsTag(id),
          `publisher:${publisher.id}`,
          ...(advisory_count === undefined ? [] : [stepsTag(id), advisoriesTag]),
        ],
      },
    },
  )
  mount(
    app,
    contract.installNode,
    ({ actor, params, query, deps }) =>
      findVersionToInstall(deps, actor, { nodeId: params.nodeId, version: query.version }),
    {
      cache: {
        seconds,
        tags: ({ node_id }) => [`node:${node_id}`, stepsTag(node_id)],
        onServe:
          ({ node_id, id }) =>
          (caller) =>
            deps.installs.count(node_id, id, caller),
      },
    },
  )
}

function mountDownloads(app: App<Deps>): void {
  const cache = {
    seconds,
    tags: (_: unknown, { params: { nodeId } }: { params: { nodeId: string } }) => [
      `node:${nodeId}`,
      downloadsTag(nodeId),
    ],
  }
  mount(
    app,
    contract.getNodeDownloads,
    ({ actor, params, query, deps }) => getNodeDownloads(deps, actor, params.nodeId, query.days),
    { cache },
  )
  mount(
    app,
    contract.getVersionDownloads,
    ({ actor, params, query, deps }) => getVersionDownloads(deps, actor, params.nodeId, query.days),
    { cache },
  )
}

function mountListsOfPublisher(app: App<Deps>): void {
  mount(
    app,
    contract.listPublisherNodes,
    ({ actor, params, query, deps }) =>
      listPublisherNodes(deps, actor, {
        publisherId: params.publisherId,
        includeBanned: query.include_banned,
      }),
    { cache: listCache },
  )
  mount(
    app,
    contract.listPublisherNodesPaged,
    ({ actor, params, query, deps }) =>
      listPublisherNodesPaged(deps, actor, {
        ...query,
        publisherId: params.publisherId,
        includeBanned: query.include_banned,
        includeNewest: query.include_newest ?? false,
      }),
    {
      cache: {
        seconds,
        // Every node page shows some of these, so changes of other nodes must not invalidate them.
        tags: ({ nodes }, { params: { publisherId }, query }) => [
          `publisher:${publisherId}`,
          nodesOfTag(publisherId),
          ...tagsOfNodes(nodes.map(({ id }) => id)),
          ...(query.include_newest ? [versionsTag] : []),
        ],
      },
    },
  )
}

function mountChanges(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.createNode, async ({ actor, params, body }) => {
    const { id } = await createNode(deps, actor, params.publisherId, body)
    return answerWithNode(deps, actor, id, { forEditors: true })
  })
  mount(app, contract.updateNode, async ({ actor, params, body }) => {
    await updateNode(deps, actor, params, body)
    return answerWithNode(deps, actor, params.nodeId, { forEditors: true })
  })
  mount(app, contract.deleteNode, async ({ actor, params }) => {
    await deleteNode(deps, userOf(actor), params)
    return null
  })
  mount(app, contract.banNode, async ({ actor, params }) => {
    await banNode(deps, userOf(actor), params)
    return null
  })
  mount(app, contract.claimNode, async ({ actor, params, body }) => {
    await claimNode(deps, userOf(actor), {
      ...params,
      token: cleanSecret(body.GH_TOKEN),
      repository: body.repository,
    })
    return null
  })
  mount(app, contract.reviewNode, async ({ actor, params, query }) => {
    const id = await reviewNode(deps, userOf(actor), { nodeId: params.nodeId, star: query.star })
    return answerWithNode(deps, actor, id)
  })
  mount(app, contract.translateNode, async ({ actor, params, body }) => {
    await translateNode(deps, actor, params.nodeId, body.data)
    return null
  })
}

function mountTransfers(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.offerNode, async ({ actor, params, body }) =>
    toTransfer(await offerNode(deps, userOf(actor), params, body.to)),
  )
  mount(app, contract.listTransfers, async ({ actor, params }) => {
    const publisher = await getOwnedPublisher(deps.db, params.publisherId, actor)
    return (await listTransfersOf(deps.db, publisher.id, offerTerms(deps))).map(toTransfer)
  })
  mount(app, contract.acceptTransfer, async ({ actor, params }) =>
    answerWithNode(deps, actor, await acceptTransfer(deps, userOf(actor), params)),
  )
  mount(app, contract.endTransfer, async ({ actor, params }) => {
    await endTransfer(deps, userOf(actor), params)
    return null
  })
}

function toTransfer(row: TransferRow): contract.NodeTransfer {
  return {
    id: row.id,
    nodeId: row.node_id,
    from: row.from_publisher_id,
    to: row.to_publisher_id,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}
