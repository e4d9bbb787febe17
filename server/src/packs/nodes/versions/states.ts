import { keysOf } from '@nodeyard/contract/ground'
import type { VersionStatus } from '../../../ground/db/schema.ts'
import { RegistryError } from '../../../ground/errors.ts'

/**
 * Maps each act and current status to the next status. Missing combinations are refused. Source: API contract
 * 28.2.
 */
const transitions = {
  announce: { none: 'pending', pending: 'pending' },
  list: { pending: 'active' },
  flag: { pending: 'flagged' },
  /** A rescan flags an active version, or clears one that the scan had flagged. */
  doubt: { active: 'flagged' },
  clear: { flagged: 'active' },
  approve: { pending: 'active', flagged: 'active', banned: 'active', active: 'active' },
  ban: { pending: 'banned', flagged: 'banned', active: 'banned', banned: 'banned' },
  delete: { pending: 'deleted', flagged: 'deleted', active: 'deleted', banned: 'deleted' },
  /** An admin reverts an earlier decision. */
  reopen: {
    active: 'pending',
    flagged: 'pending',
    banned: 'pending',
    deleted: 'pending',
    pending: 'pending',
  },
  reflag: {
    active: 'flagged',
    pending: 'flagged',
    banned: 'flagged',
    deleted: 'flagged',
    flagged: 'flagged',
  },
  reapprove: { deleted: 'active' },
  reban: { deleted: 'banned' },
} as const satisfies Record<string, Partial<Record<VersionStatus | 'none', VersionStatus>>>

export type VersionAct = keyof typeof transitions
export const versionActs = keysOf(transitions)

/** Returns the status after an act. Throws `transition_refused` for a combination that is not allowed. */
export function nextVersionStatus(from: VersionStatus | 'none', act: VersionAct): VersionStatus {
  const next = (transitions[act] as Partial<Record<VersionStatus | 'none', VersionStatus>>)[from]
  if (!next) throw refusal(from, act)
  return next
}

/** Returns the act that lets an admin move a version to a status. All moves are allowed, undo included. */
export function moderationTo(from: VersionStatus, to: VersionStatus): VersionAct {
  if (to === 'pending') return 'reopen'
  if (to === 'flagged') return 'reflag'
  if (to === 'deleted') return 'delete'
  if (from === 'deleted') return to === 'active' ? 'reapprove' : 'reban'
  return to === 'active' ? 'approve' : 'ban'
}

function refusal(from: string, act: string): RegistryError {
  return new RegistryError('transition_refused', {
    message: `A ${from} version does not allow ${act}.`,
    details: [from, act],
  })
}
