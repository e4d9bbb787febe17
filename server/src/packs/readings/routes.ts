import { limits } from '@nodeyard/contract/limits'
import * as contract from '@nodeyard/contract/packs'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountDownload } from '../../ground/http/streams.ts'
import { userOf } from '../../ground/permissions.ts'
import { getComfyNodeIn, listComfyNodesIn } from '../comfy-nodes/of-version.ts'
import { tagsOfNodes } from '../nodes/tags.ts'
import type { Deps } from './deps.ts'
import { openReadingSource } from './download.ts'
import { getReading, getReadingRow, listReadings } from './get.ts'
import { mergeNode, setSuccessor } from './merge.ts'
import { approveReading, getReadingFigures, listFailedReadings, listHeldReadings } from './moderate.ts'
import { requestReading, setReadingOptOut } from './request.ts'
import { getRepositoryReading, requestRepositoryReading } from './requested/request.ts'

const seconds = 60
/** For each address: a person asks for one pack, and a program for none. */
const requestsPerMinute = 10

export function mountReadings(app: App<Deps>): void {
  mountReads(app)
  mountChanges(app)
  mountRequested(app)
}

function mountReads(app: App<Deps>): void {
  const cache = {
    seconds,
    tags: (_: unknown, { params }: { params: { nodeId: string } }) => [`node:${params.nodeId}`],
  }
  mount(
    app,
    contract.listReadings,
    async ({ actor, params, deps }) => ({ readings: await listReadings(deps, actor, params.nodeId) }),
    { cache },
  )
  mount(
    app,
    contract.getReading,
    ({ actor, params, query, deps }) =>
      getReading(deps, actor, params, { withReadme: query.include_readme !== false }),
    { cache },
  )
  mount(
    app,
    contract.listReadingComfyNodes,
    async ({ actor, params, query, deps }) =>
      listComfyNodesIn(deps.db, await getReadingRow(deps, actor, params), query),
    {
      cache: {
        seconds,
        tags: ({ comfy_nodes }, { params }) => [
          `node:${params.nodeId}`,
          ...tagsOfNodes([...new Set(comfy_nodes.flatMap(({ also_defined_in = [] }) => also_defined_in))]),
        ],
      },
    },
  )
  mount(
    app,
    contract.getReadingComfyNode,
    async ({ actor, params, deps }) => {
      const { id, node_id: nodeId, commit_id: version } = await getReadingRow(deps, actor, params)
      const place = { id, nodeId, version }
      return getComfyNodeIn(deps, place, params.comfyNodeName)
    },
    { cache },
  )
  mountDownload(
    app,
    '/nodes/:nodeId/readings/:commit/source.zip',
    ({ nodeId = '', commit = '' }) => openReadingSource(app.deps, { nodeId, commit }),
    { maxAtOnce: limits.downloadsAtOnceOfAddress },
  )
}

function mountChanges(app: App<Deps>): void {
  const { deps } = app
  mount(
    app,
    contract.requestReading,
    async ({ actor, params }) => {
      const dueAt = await requestReading(deps, actor, params.nodeId)
      if (!dueAt) return { is_due: false }
      return { is_due: dueAt <= deps.now(), due_at: dueAt.toISOString() }
    },
    { limit: { name: 'readings', perMinute: requestsPerMinute } },
  )
  mount(app, contract.setReadingOptOut, async ({ actor, params, body }) => {
    await setReadingOptOut(deps, actor, params, { optedOut: body.opted_out })
    return null
  })
  mount(app, contract.listFailedReadings, ({ query }) => listFailedReadings(deps, query))
  mount(app, contract.listHeldReadings, ({ query }) => listHeldReadings(deps, query))
  mount(app, contract.getReadingFigures, () => getReadingFigures(deps))
  mount(app, contract.mergeNode, async ({ actor, params, body }) => {
    await mergeNode(deps, userOf(actor), params.nodeId, body)
    return null
  })
  mount(app, contract.setSuccessor, async ({ actor, params, body }) => {
    await setSuccessor(deps, userOf(actor), params.nodeId, body.successor)
    return null
  })
  mount(app, contract.approveReading, async ({ actor, params, body }) => {
    await approveReading(deps, userOf(actor), params, body.reason)
    return null
  })
}

/** A page that waits for a result asks every few seconds. */
const looksPerMinute = 60
/** Requests that cause a reading have limits of their own. */
const repositoriesPerMinute = 30

function mountRequested(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.getRepositoryReading, ({ query }) => getRepositoryReading(deps, query.address), {
    limit: { name: 'repository-looks', perMinute: looksPerMinute },
  })
  mount(
    app,
    contract.requestRepositoryReading,
    ({ caller, body }) => requestRepositoryReading(deps, caller, body.address),
    { limit: { name: 'repositories', perMinute: repositoriesPerMinute } },
  )
}
