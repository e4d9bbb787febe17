import { getNodeScore } from '@nodeyard/contract/score'
import { judge } from '@nodeyard/planning/score'
import { type App, mount } from '../../ground/http/mount.ts'
import { getReadableNode } from '../versions/readable-node.ts'
import type { Deps } from './deps.ts'
import { findScoreFacts } from './sql.ts'

const seconds = 300

export function mountScore(app: App<Deps>): void {
  mount(
    app,
    getNodeScore,
    async ({ actor, params, deps }) => {
      const node = await getReadableNode(deps.db, actor, params.nodeId)
      const facts = await findScoreFacts(deps.db, node.id)
      return facts ? { judged: judge(facts) } : {}
    },
    { cache: { seconds, tags: (_, { params }) => [`node:${params.nodeId}`] } },
  )
}
