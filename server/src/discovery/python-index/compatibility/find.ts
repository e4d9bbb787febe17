import { checkRequirements } from '@nodeyard/analysis/solver/check'
import { Budget } from '@nodeyard/analysis/solver/solver'
import type { NodeCompatibility } from '@nodeyard/contract/compatibility'
import { limits } from '@nodeyard/contract/limits'
import {
  conflictToWire,
  onPythons,
  type RequiringNode,
  rulesFor,
} from '@nodeyard/planning/requirement-conflicts'
import type { Actor } from '../../../ground/permissions.ts'
import { getReadableVersion } from '../../../packs/versions/get.ts'
import { getReadableNode } from '../../../packs/versions/readable-node.ts'
import { toNode } from '../check.ts'
import type { Deps } from '../deps.ts'
import type { HeldIndex, IndexHolder } from '../held-index.ts'
import { listNewestRequirements } from '../sql.ts'
import { findVersionRequirements, listPopularRequirements } from './sql.ts'

const usualPython = '3.12'
/** The budget for all comparisons of one node, some 0.2 seconds. */
const comparisonSteps = 1_000_000

/** Finds the versions of Python that a node works with, and conflicts with much installed nodes. */
export async function findCompatibility(
  { db }: Pick<Deps, 'db'>,
  holder: Pick<IndexHolder, 'find'>,
  actor: Actor,
  { nodeId, version }: { nodeId: string; version?: string },
): Promise<NodeCompatibility> {
  const asked = await getReadableNode(db, actor, nodeId)
  const { id } = asked
  // Publishers ask about versions that are not listed yet.
  const stated = version === undefined ? undefined : await getReadableVersion(db, asked, version)
  const [held, own, popular] = await Promise.all([
    holder.find(),
    stated
      ? findVersionRequirements(db, stated.id)
      : listNewestRequirements(db, [id], 1).then(([newest]) => newest),
    listPopularRequirements(db, id, limits.comparedNodes),
  ])
  if (!own) return { pythons: [], conflicts: [], compared: 0, is_exhausted: false }
  const node = toNode(own)
  return {
    version: node.version,
    ...(held ? { index_read_at: held.readAt } : {}),
    pythons: onPythons(node, held?.slice),
    ...compare(node, popular.map(toNode), held),
  }
}

const check = (
  nodes: readonly RequiringNode[],
  python: string,
  held: HeldIndex | undefined,
  budget: Budget,
) =>
  checkRequirements({
    participants: nodes.map(({ nodeId: id, lines }) => ({ id, lines })),
    ...(held ? { index: held.slice } : {}),
    ...{ rules: rulesFor(python), budget },
  })

const toNodes = (nodes: readonly RequiringNode[]) => new Map(nodes.map((node) => [node.nodeId, node]))

function compare(node: RequiringNode, others: readonly RequiringNode[], held: HeldIndex | undefined) {
  const budget = new Budget(comparisonSteps)
  const conflicts: NodeCompatibility['conflicts'] = []
  let compared = 0
  for (const other of others) {
    const pair = [node, other]
    const result = check(pair, usualPython, held, budget)
    if (result.isExhausted) return { conflicts, compared, is_exhausted: true }
    compared++
    // A node that conflicts with itself, or with Python, does not conflict with the other.
    const between = result.conflicts.find(
      ({ parties, severity }) => severity === 'breaks' && parties.length === pair.length,
    )
    if (between) conflicts.push({ node_id: other.nodeId, conflict: conflictToWire(between, toNodes(pair)) })
  }
  return { conflicts, compared, is_exhausted: false }
}
