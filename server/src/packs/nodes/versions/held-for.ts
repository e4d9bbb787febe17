import { type Finding, isBlocking } from '@nodeyard/analysis/ground'
import { type HeldGroup, heldGroupsOf } from '@nodeyard/contract/packs'
import type { VersionStatus } from '../../../ground/db/schema.ts'
import type { VersionRow } from './sql.ts'

/** The reason of a version that reports hold. Only lists of findings are released by a rescan or a decision. */
export const reportedReason = 'Trusted reporters reported this version. A moderator will review it.'

/** Whether the scan set the flag: its reason is a list of findings, a moderator's is not. Source: API contract 28.4. */
export function isFlaggedByScan({
  status,
  status_reason,
}: {
  status: VersionStatus
  status_reason: string
}): boolean {
  return status === 'flagged' && status_reason.startsWith('[')
}

/** A finding in the reason of a flag. `decided`: an earlier decision lets its code pass. */
export type HoldingFinding = Finding & { decided?: true }

/** Returns the groups of findings that hold a version, without anything of its contents; undefined if it is not flagged. */
export function heldForOf({
  status,
  status_reason = '',
}: Pick<VersionRow, 'status'> & { status_reason?: string }): HeldGroup[] | undefined {
  if (status !== 'flagged') return undefined
  if (status_reason === reportedReason) return ['reports']
  return isFlaggedByScan({ status, status_reason }) ? heldGroupsOf(holdingRules(status_reason)) : []
}

/** Skips malformed parts, because other programs wrote some of the stored findings. */
function holdingRules(reason: string): string[] {
  try {
    const findings: (Partial<HoldingFinding> | null)[] = JSON.parse(reason)
    return findings.flatMap((one) =>
      one?.severity && one.rule && isBlocking({ severity: one.severity }) && !one.decided ? [one.rule] : [],
    )
  } catch {
    return []
  }
}
