import { linesOf, type RequiringNode } from '@nodeyard/planning/requirement-conflicts'
import { toOrigin } from '../../packs/facts/origin.ts'
import type { RequirementsRow } from './sql.ts'

export function toNode({
  node_id,
  version,
  commit,
  dependencies,
  requirements,
}: RequirementsRow): RequiringNode {
  const lines = requirements ? linesOf(requirements) : dependencies.map((text) => ({ text }))
  return { nodeId: node_id, ...toOrigin({ version, commit }), lines }
}
