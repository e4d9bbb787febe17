import * as contract from '@nodeyard/contract/packs'
import { findProviders, identifyNodes, listCollisions, listCoreNodes } from '@nodeyard/contract/packs'
import type { GroundDeps } from '../../ground/deps.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { listCoreNodes as readCoreNodes, toCoreNode } from '../core-nodes/find.ts'
import { coreNodesTag } from '../core-nodes/tag.ts'
import { tagsOfNodes } from '../nodes/tags.ts'
import { stepsTag } from '../nodes/versions/tags.ts'
import { listCollisions as readCollisions } from './collisions.ts'
import { listComfyNodes } from './list.ts'
import { getComfyNode, listVersionComfyNodes } from './of-version.ts'
import { getNodeOfComfyNode } from './provider.ts'
import { resolveComfyNodes } from './resolve.ts'
import { storeComfyNodes, updateComfyNode } from './store.ts'
import { toComfyNode } from './to-wire.ts'
import { identifyNodes as readIdentified } from './workflow/identify.ts'

const seconds = 60

export function mountComfyNodes(app: App<GroundDeps>): void {
  const { deps } = app
  const { db } = deps

  mount(
    app,
    contract.listVersionComfyNodes,
    ({ actor, params, query, deps }) => listVersionComfyNodes(deps, actor, params, query),
    {
      cache: {
        seconds,
        tags: ({ comfy_nodes }, { params }) => [
          `node:${params.nodeId}`,
          stepsTag(params.nodeId),
          coreNodesTag,
          ...tagsOfNodes([...new Set(comfy_nodes.flatMap(({ also_defined_in = [] }) => also_defined_in))]),
        ],
      },
    },
  )
  mount(app, contract.getComfyNode, ({ actor, params, deps }) => getComfyNode(deps, actor, params), {
    cache: { seconds, tags: (_, { params }) => [`node:${params.nodeId}`, stepsTag(params.nodeId)] },
  })
  mount(app, listCollisions, ({ query }) => readCollisions(db, query))
  mount(app, identifyNodes, ({ body }) => readIdentified(deps, body), { isBulk: true })
  mount(app, findProviders, ({ body }) => resolveComfyNodes(deps, body), { isBulk: true })
  mount(app, listCoreNodes, async ({ query }) => toCoreList(await readCoreNodes(db), query.comfy_node_name), {
    cache: { seconds: 300, tags: () => [coreNodesTag] },
  })
  mount(app, contract.listComfyNodes, ({ query, deps }) => listComfyNodes(deps.db, query), {
    cache: { seconds, tags: () => ['nodes'] },
  })
  mount(
    app,
    contract.getNodeOfComfyNode,
    ({ actor, params, deps }) => getNodeOfComfyNode(deps, actor, params.comfyNodeName),
    // A change of another node can make that one the better provider.
    { cache: { seconds, tags: ({ id }) => [`node:${id}`, 'nodes', coreNodesTag] } },
  )
  mount(app, contract.storeComfyNodes, async ({ actor, params, body }) => {
    await storeComfyNodes(deps, actor, params, body)
    return null
  })
  mount(app, contract.updateComfyNode, async ({ actor, params, body }) => {
    return toComfyNode(await updateComfyNode(deps, actor, params, body))
  })
}

function toCoreList(nodes: Awaited<ReturnType<typeof readCoreNodes>>, wanted: string | undefined) {
  const listed = [...nodes].filter(([name]) => wanted === undefined || name === wanted)
  return {
    comfy_nodes: listed.map(([comfy_node_name, stored]) => ({ comfy_node_name, ...toCoreNode(stored) })),
    total: listed.length,
  }
}
