import { linesOf, type RequiringNode } from '@nodeyard/planning/requirement-conflicts'
import type { RequirementsRow } from './sql.ts'

export function toNode({ node_id, version, dependencies, requirements }: RequirementsRow): RequiringNode {
  const lines = requirements ? linesOf(requirements) : dependencies.map((text) => ({ text }))
  return { nodeId: node_id, version, lines }
}
