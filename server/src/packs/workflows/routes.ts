import * as contract from '@nodeyard/contract/packs'
import { type App, mount } from '../../ground/http/mount.ts'
import { stepsTag } from '../nodes/versions/tags.ts'
import type { Deps } from './deps.ts'
import { getVersionWorkflow, listAllWorkflows, listVersionWorkflows } from './read.ts'

const seconds = 60

export function mountWorkflows(app: App<Deps>): void {
  const ofNode = (_: unknown, { params: { nodeId } }: { params: { nodeId: string } }) => [
    `node:${nodeId}`,
    stepsTag(nodeId),
  ]
  mount(app, contract.listWorkflows, ({ query, deps }) => listAllWorkflows(deps, query), {
    cache: { seconds, tags: () => ['nodes'] },
  })
  mount(
    app,
    contract.listVersionWorkflows,
    ({ actor, params, deps }) => listVersionWorkflows(deps, actor, params),
    { cache: { seconds, tags: ofNode } },
  )
  mount(
    app,
    contract.getVersionWorkflow,
    ({ actor, params, deps }) => getVersionWorkflow(deps, actor, params),
    { cache: { seconds, tags: ofNode } },
  )
}
