import { getNodeScore } from '@nodeyard/contract/packs'
import { judge } from '@nodeyard/planning/score'
import { type App, mount } from '../../ground/http/mount.ts'
import { toOrigin } from '../facts/origin.ts'
import { packFacts } from '../facts/sql.ts'
import { getReadableNode } from '../nodes/versions/readable-node.ts'
import type { Deps } from './deps.ts'

const seconds = 300
const scoreParts = [
  'dependencies',
  'license',
  'license_name',
  'manifest_python',
  'readme_letters',
  'has_tests',
  'has_provenance',
  'workflow_count',
  'node_count',
  'described_count',
  'typed_count',
  'undecided_count',
  'blocking_findings',
  'cannot_load',
  'analyzed_at',
] as const

export function mountScore(app: App<Deps>): void {
  mount(
    app,
    getNodeScore,
    async ({ actor, params, deps }) => {
      const node = await getReadableNode(deps.db, actor, params.nodeId)
      const [facts] = await packFacts(deps.db, [node.id], scoreParts)
      if (!facts?.analyzed_at) return {}
      const { version, commit, manifest_python: requires_python, analyzed_at: scanned_at, ...counted } = facts
      return { judged: judge({ ...counted, ...toOrigin({ version, commit }), requires_python, scanned_at }) }
    },
    { cache: { seconds, tags: (_, { params }) => [`node:${params.nodeId}`] } },
  )
}
