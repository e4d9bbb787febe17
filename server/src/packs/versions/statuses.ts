import type { NodeVersion } from '@nodeyard/contract/versions'
import type { VersionStatus } from '../../ground/db/schema.ts'
import { versionStatusToWire } from './to-wire.ts'

/** What anybody may meet, and install by number. Source: API contract 28.2. */
export const openStatuses = ['active', 'pending', 'flagged'] as const satisfies VersionStatus[]

/** The reason of a version that the pipeline, or a rescan, listed by itself. */
export const passedReason = 'Passed the automatic checks.'

/** The statuses to look for, of those asked for on the wire. Absent: nobody asked. */
export function statusesFromWire(
  asked: readonly NodeVersion['status'][] | undefined,
): VersionStatus[] | undefined {
  const all = Object.keys(versionStatusToWire) as VersionStatus[]
  return asked && all.filter((status) => asked.includes(versionStatusToWire[status]))
}
