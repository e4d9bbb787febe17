import type { NodeVersion } from '@nodeyard/contract/versions'
import type { VersionStatus } from '../../ground/db/schema.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import type { Config } from '../../ground/settings.ts'
import { compatibilityToWire } from './compatibility.ts'
import { publicReasonOf } from './public-reason.ts'
import type { VersionRow } from './sql.ts'

/** What a reader is shown of a version beyond what everybody sees. */
export interface VersionSight {
  /** All that the scan or a moderator found, for editors of the node and for admins; or what everyone may know of it. */
  reason?: 'full' | 'public' | undefined
  /** Tags of moderators, for admins. */
  adminTags?: boolean
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

/** A version as it goes over the wire. What it does not have is absent, never null. */
export function toNodeVersion(
  { apiUrl }: Pick<Config, 'apiUrl'>,
  row: VersionRow & { archive_bytes?: number | null },
  sight: VersionSight = {},
): NodeVersion {
  return {
    id: row.id,
    node_id: row.node_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    changelog: row.changelog,
    dependencies: row.dependencies,
    deprecated: row.deprecated,
    ...(isInstallable(row) ? { downloadUrl: downloadUrl(apiUrl, row) } : {}),
    ...(row.killed_by === null ? {} : { refusedBy: row.killed_by }),
    status: versionStatusToWire[row.status],
    ...unlessEmpty('status_reason', reasonFor(row, sight)),
    comfy_node_extract_status: row.extract_status,
    ...compatibilityToWire(row),
    tags: row.tags,
    ...(sight.adminTags ? { tags_admin: row.tags_admin } : {}),
    ...(row.archive_digest === null ? {} : { sha256: row.archive_digest }),
    ...(typeof row.archive_bytes === 'number' ? { size: row.archive_bytes } : {}),
    ...(row.yanked_at ? { yankedAt: row.yanked_at.toISOString(), yankReason: row.yank_reason } : {}),
    ...(row.deprecated ? unlessEmpty('deprecationMessage', row.deprecation_message) : {}),
    ...(row.file_count === null ? {} : { file_count: row.file_count }),
  }
}

/** Whether anybody may see it. Source: API contract 28.2. */
export function isShown({ archive_digest, status }: Pick<VersionRow, 'archive_digest' | 'status'>): boolean {
  return archive_digest !== null && (status === 'active' || status === 'pending' || status === 'flagged')
}

/** Whether anybody may have its archive. */
export function isInstallable(version: Pick<VersionRow, 'archive_digest' | 'status' | 'killed_by'>): boolean {
  return isShown(version) && version.killed_by === null
}

function downloadUrl(apiUrl: string, { node_id, version }: VersionRow): string {
  return `${apiUrl}/nodes/${node_id}/versions/${version}/node.zip`
}
