import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listCompatibility as contract, VersionCompatibility } from '@nodeyard/contract/safety'
import { offsetOf, servedPage, totalPages } from '../../../ground/http/paging.ts'
import type { Deps } from '../deps.ts'
import { type CompatibilityRow, countCompatibility, listCompatibilityRows } from './compatibilities/sql.ts'
import type { StoredCompatibility } from './sql.ts'
import { statusesFromWire } from './statuses.ts'
import { versionStatusToWire } from './to-wire.ts'

/**
 * Lists the compatibility of versions exactly as stored, for the people who correct it. Source: API contract
 * 37.8.
 */
export async function listCompatibility(
  { db }: Pick<Deps, 'db'>,
  { nodeId, version, statuses, outdated, ...page }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const filter = { nodeId, version, statuses: statusesFromWire(statuses), outdated: outdated ?? false }
  const served = servedPage(page, limits.pageSize)
  const [rows, total] = await Promise.all([
    listCompatibilityRows(db, filter, { limit: served.limit, offset: offsetOf(served) }),
    countCompatibility(db, filter),
  ])
  return { versions: rows.map(toWire), total, ...served, totalPages: totalPages(total, served.limit) }
}

function toWire(row: CompatibilityRow): VersionCompatibility {
  return {
    node_id: row.node_id,
    version: row.version,
    status: versionStatusToWire[row.status],
    createdAt: row.created_at.toISOString(),
    stated: statedBy(row),
    isLatest: row.is_latest,
    isOutdated: row.is_outdated,
    ...(row.latest_version === null ? {} : { latest_version: row.latest_version }),
    ...(row.latest && !row.is_latest ? { latest: statedBy(row.latest) } : {}),
  }
}

function statedBy(stored: StoredCompatibility): VersionCompatibility['stated'] {
  return {
    supported_comfyui_version: stored.supported_comfyui_version,
    supported_comfyui_frontend_version: stored.supported_comfyui_frontend_version,
    supported_os: [...stored.supported_os],
    supported_accelerators: [...stored.supported_accelerators],
  }
}
