import { keysOf } from '@nodeyard/contract/ground'
import type { NodeVersion } from '@nodeyard/contract/packs'
import type { VersionStatus } from '../../../ground/db/schema.ts'
import { versionStatusToWire } from './to-wire.ts'

/** Statuses whose facts are public. Only active versions can be installed by everyone. Source: API contract 28.2. */
export const openStatuses = ['active', 'pending', 'flagged'] as const satisfies VersionStatus[]

/** The reason of a version that the pipeline or a rescan listed automatically. */
export const passedReason = 'Passed the automatic checks.'

/** Translates the requested statuses; undefined when the request names none. */
export function statusesFromWire(
  requested: readonly NodeVersion['status'][] | undefined,
): VersionStatus[] | undefined {
  const all = keysOf(versionStatusToWire)
  return requested && all.filter((status) => requested.includes(versionStatusToWire[status]))
}
