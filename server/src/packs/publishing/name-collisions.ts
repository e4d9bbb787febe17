import type { Finding } from '@nodeyard/analysis/ground'
import type { NameCollision } from '../comfy-nodes/sql.ts'

const namesShown = 8

export const collisionRule = 'comfy-node-name-taken'

/**
 * Returns one warning per other node. It never blocks: forks and renamed nodes share names for good reasons.
 */
export function toCollisionFindings(collisions: readonly NameCollision[]): Finding[] {
  return collisions.map(({ nodeId, names }) => ({
    issue_type: collisionRule,
    message: `The node “${nodeId}” also provides ${list(names)}.`,
    scanner: 'nodeyard',
    rule: collisionRule,
    severity: 'low',
    why: 'A workflow names comfy-nodes only: with both installed, one of the two is loaded and the other is not.',
    fix: 'Give your comfy-nodes names of their own, for instance with the name of your node in them.',
  }))
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map((name) => `“${name}”`)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
