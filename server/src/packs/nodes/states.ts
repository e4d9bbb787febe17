import { keysOf } from '@nodeyard/contract/ground'
import type { NodeStatus } from '../../ground/db/schema.ts'
import { RegistryError } from '../../ground/errors.ts'

/**
 * Maps each act and current status to the next status. Missing combinations are refused. Source: API contract
 * 28.1.
 */
const transitions = {
  create: { none: 'draft' },
  /** A node without an owner, or created by an admin, is public without a version. */
  import: { none: 'active' },
  publish: { none: 'draft', draft: 'draft', active: 'active', deleted: 'draft' },
  /** A version becomes active. */
  release: { draft: 'active', active: 'active', banned: 'banned' },
  ban: { draft: 'banned', active: 'banned', banned: 'banned' },
  unban: { banned: 'active', active: 'active', draft: 'draft' },
  /** Lifts the ban of a node that was never public. */
  redraft: { banned: 'draft' },
  // Publishing restores a deleted node. Deleting must therefore not be a way around a ban.
  delete: { draft: 'deleted', active: 'deleted', deleted: 'deleted' },
} as const satisfies Record<string, Partial<Record<NodeStatus | 'none', NodeStatus>>>

export type NodeAct = keyof typeof transitions
export const nodeActs = keysOf(transitions)

/** Returns the status after an act. Throws `transition_refused` for a combination that is not allowed. */
export function nextNodeStatus(from: NodeStatus | 'none', act: NodeAct): NodeStatus {
  const next = (transitions[act] as Partial<Record<NodeStatus | 'none', NodeStatus>>)[from]
  if (!next) {
    throw new RegistryError('transition_refused', {
      message: `A ${from} node does not allow ${act}.`,
      details: [from, act],
    })
  }
  return next
}

/** Maps each status to the act that lets an admin set it. */
export const actTo = {
  draft: 'unban',
  active: 'unban',
  banned: 'ban',
  deleted: 'delete',
} as const satisfies Record<NodeStatus, NodeAct>
