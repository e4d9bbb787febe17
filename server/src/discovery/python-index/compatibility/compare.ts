import { Budget, checkRequirements, type PackageIndex } from '@nodeyard/analysis/requirements'
import type { NodeCompatibility } from '@nodeyard/contract/packs'
import {
  conflictToWire,
  onPythons,
  type RequiringNode,
  rulesFor,
} from '@nodeyard/planning/requirement-conflicts'

export interface ComparisonRequest {
  node: RequiringNode
  others: readonly RequiringNode[]
}

const usualPython = '3.12'
/** The budget for one node, some 0.5 seconds. */
const comparisonSteps = 1_500_000

/** Finds the versions of Python that a node works with, and its conflicts with others. */
export function compareWithOthers(
  { node, others }: ComparisonRequest,
  index: PackageIndex | undefined,
): Pick<NodeCompatibility, 'pythons' | 'conflicts' | 'compared' | 'unknown' | 'is_exhausted'> {
  const budget = new Budget(comparisonSteps)
  return { pythons: onPythons(node, budget, index), ...compare(node, others, budget, index) }
}

function compare(
  node: RequiringNode,
  others: readonly RequiringNode[],
  budget: Budget,
  index: PackageIndex | undefined,
) {
  const conflicts: NodeCompatibility['conflicts'] = []
  let compared = 0
  let unknown = 0
  for (const other of others) {
    const pair = [node, other]
    const result = checkRequirements({
      participants: pair.map(({ nodeId: id, lines }) => ({ id, lines })),
      ...(index ? { index } : {}),
      rules: rulesFor(usualPython),
      budget,
    })
    if (result.isExhausted) return { conflicts, compared, unknown, is_exhausted: true }
    compared++
    if (result.verdict !== 'conflict' && (!index || result.unknowns.length > 0)) unknown++
    // A node that conflicts with itself, or with Python, does not conflict with the other.
    const between = result.conflicts.find(
      ({ parties, severity }) => severity === 'breaks' && parties.length === pair.length,
    )
    const nodes = new Map(pair.map((one) => [one.nodeId, one]))
    if (between) conflicts.push({ node_id: other.nodeId, conflict: conflictToWire(between, nodes) })
  }
  return { conflicts, compared, unknown, is_exhausted: false }
}
