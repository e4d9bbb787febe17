import type { NodeStatus } from '../../ground/db/schema.ts'
import { RegistryError } from '../../ground/errors.ts'

/** What happens to a node, and what it is from then on. What is not here is refused. Source: API contract 28.1. */
const transitions = {
  create: { none: 'draft' },
  /** Without an owner, or by an admin: it is public without a version. */
  import: { none: 'active' },
  publish: { none: 'draft', draft: 'draft', active: 'active', deleted: 'draft' },
  /** A version becomes active. */
  release: { draft: 'active', active: 'active', banned: 'banned' },
  ban: { draft: 'banned', active: 'banned', banned: 'banned' },
  unban: { banned: 'active', active: 'active', draft: 'draft' },
  /** The same for one that was never public. */
  redraft: { banned: 'draft' },
  // Publishing brings a deleted node back: a banned one must not get rid of its ban in this way.
  delete: { draft: 'deleted', active: 'deleted', deleted: 'deleted' },
} as const satisfies Record<string, Partial<Record<NodeStatus | 'none', NodeStatus>>>

export type NodeAct = keyof typeof transitions
export const nodeActs = Object.keys(transitions) as NodeAct[]

/** The status after an act. Throws `transition_refused` where it cannot follow. */
export function nextNodeStatus(from: NodeStatus | 'none', act: NodeAct): NodeStatus {
  const next = (transitions[act] as Partial<Record<NodeStatus | 'none', NodeStatus>>)[from]
  if (!next) {
    throw new RegistryError('transition_refused', {
      message: `What is ${from} cannot be changed by ${act}.`,
      details: [from, act],
    })
  }
  return next
}

/** By which act an admin brings a node to a status. */
export const actTo = {
  draft: 'unban',
  active: 'unban',
  banned: 'ban',
  deleted: 'delete',
} as const satisfies Record<NodeStatus, NodeAct>
