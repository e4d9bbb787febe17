import { keysOf } from '@nodeyard/contract/keys'
import type { NodeVersion } from '@nodeyard/contract/versions'
import type { VersionStatus } from '../../ground/db/schema.ts'
import { versionStatusToWire } from './to-wire.ts'

/** Statuses whose facts are public. Only active versions can be installed by everyone. Source: API contract 28.2. */
export const openStatuses = ['active', 'pending', 'flagged'] as const satisfies VersionStatus[]

/** The reason of a version that the pipeline or a rescan listed automatically. */
export const passedReason = 'Passed the automatic checks.'

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

/** Translates the requested statuses; undefined when the request names none. */
export function statusesFromWire(
  requested: readonly NodeVersion['status'][] | undefined,
): VersionStatus[] | undefined {
  const all = keysOf(versionStatusToWire)
  return requested && all.filter((status) => requested.includes(versionStatusToWire[status]))
}
