import { defined } from '@nodeyard/contract/ground'
import type { NodeVersion } from '@nodeyard/contract/packs'
import type { VersionStatus } from '../../../ground/db/schema.ts'
import type { Config } from '../../../ground/settings.ts'
import { compatibilityToWire } from './compatibility.ts'
import { heldForOf } from './held-for.ts'
import { installRefusalOf, isHeld } from './installable.ts'
import { publicReasonOf } from './public-reason.ts'
import type { VersionRow, VersionWithArchive } from './sql.ts'

/** The parts of a version that only some readers see. */
export interface VersionSight {
  /** `full` for editors of the node and admins, with all findings of the scan and moderators. */
  reason?: 'full' | 'public' | undefined
  /** Includes the tags of moderators, for admins. */
  adminTags?: boolean
  /** Includes the download URL and the texts of a held version. */
  isEditor?: boolean
}

function reasonFor(row: VersionRow, { reason }: VersionSight): string {
  if (reason === undefined) return ''
  return reason === 'full' ? row.status_reason : publicReasonOf(row)
}

export const versionStatusToWire: Record<VersionStatus, NodeVersion['status']> = {
  active: 'NodeVersionStatusActive',
  deleted: 'NodeVersionStatusDeleted',
  banned: 'NodeVersionStatusBanned',
  pending: 'NodeVersionStatusPending',
  flagged: 'NodeVersionStatusFlagged',
}

export function versionStatusFromWire(wire: NodeVersion['status']): VersionStatus {
  const [status] = Object.entries(versionStatusToWire).find(([, one]) => one === wire) ?? []
  return status as VersionStatus
}

/** Translates a version to the wire format. Missing values are absent, never null. */
export function toNodeVersion(
  { apiUrl }: Pick<Config, 'apiUrl'>,
  row: VersionRow & Partial<VersionWithArchive>,
  sight: VersionSight = {},
): NodeVersion {
  const isClosed = isHeld(row) && !sight.isEditor
  const heldFor = heldForOf(row)
  return {
    id: row.id,
    node_id: row.node_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    changelog: isClosed ? '' : row.changelog,
    dependencies: isClosed ? [] : row.dependencies,
    deprecated: row.deprecated,
    ...(isInstallable(row, sight) ? { downloadUrl: downloadUrl(apiUrl, row) } : {}),
    ...(row.killed_by === null ? {} : { refusedBy: row.killed_by }),
    status: versionStatusToWire[row.status],
    ...defined({ held_for: heldFor, status_reason: reasonFor(row, sight) || undefined }),
    comfy_node_extract_status: row.extract_status,
    ...compatibilityToWire(row),
    tags: row.tags,
    ...(sight.adminTags ? { tags_admin: row.tags_admin } : {}),
    ...(row.archive_digest === null ? {} : { sha256: row.archive_digest }),
    ...(typeof row.archive_bytes === 'number' ? { size: row.archive_bytes } : {}),
    ...(row.yanked_at ? { yankedAt: row.yanked_at.toISOString(), yankReason: row.yank_reason } : {}),
    ...defined({ deprecationMessage: (row.deprecated && row.deprecation_message) || undefined }),
    ...loadFailuresOf(row),
    ...(row.file_count === null ? {} : { file_count: row.file_count }),
    ...(row.is_long ? { left_out: ['changelog', 'dependencies'] } : {}),
  }
}

function loadFailuresOf({
  load_failures: failures,
  allowed_failures: allowed,
}: VersionRow): Pick<NodeVersion, 'load_failures'> {
  if (failures.length === 0) return {}
  return {
    load_failures: failures.map((one) => (allowed.includes(one.rule) ? { ...one, allowed: true } : one)),
  }
}

/** Whether the version is public. Source: API contract 28.2. */
export function isShown({ archive_digest, status }: Pick<VersionRow, 'archive_digest' | 'status'>): boolean {
  return archive_digest !== null && (status === 'active' || isHeld({ status }))
}

const isInstallable = (version: VersionRow, sight: VersionSight) =>
  version.archive_digest !== null && installRefusalOf(version, sight) === undefined

function downloadUrl(apiUrl: string, { node_id, version }: VersionRow): string {
  return `${apiUrl}/nodes/${node_id}/versions/${version}/node.zip`
}
