import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '../../../../ground/db/database.ts'
import { nodeKey } from '../../../../ground/db/node-key.ts'
import type { VersionStatus } from '../../../../ground/db/schema.ts'
import type { StoredCompatibility } from '../sql.ts'

export interface CompatibilityFilter {
  /** In any letter case. */
  nodeId?: string | undefined
  version?: string | undefined
  statuses?: readonly VersionStatus[] | undefined
  /** Only latest versions whose compatibility differs from their node's. */
  outdated: boolean
}

export interface CompatibilityRow extends StoredCompatibility {
  node_id: string
  version: string
  status: VersionStatus
  created_at: Date
  is_latest: boolean
  is_outdated: boolean
  latest_version: string | null
  latest: StoredCompatibility | null
}

/** Lists stored compatibility, newest version first. */
export async function listCompatibilityRows(
  db: DbOrTx,
  filter: CompatibilityFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<CompatibilityRow[]> {
  const { rows } = await sql<CompatibilityRow>`
    select v.node_id, v.version, v.status, v.created_at, v.supported_os, v.supported_accelerators,
      v.supported_comfyui_version, v.supported_comfyui_frontend_version,
      coalesce(v.id = n.latest_version_id, false) as is_latest,
      coalesce(${isOutdated}, false) as is_outdated,
      latest.version as latest_version,
      case when latest.id is not null then row_to_json(latest) end as latest
    from node_versions v join nodes n on n.id = v.node_id
    left join node_versions latest on latest.id = n.latest_version_id
    where ${matchesCompatibility(filter)}
    order by v.created_at desc, v.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countCompatibility(db: DbOrTx, filter: CompatibilityFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from node_versions v join nodes n on n.id = v.node_id
    where ${matchesCompatibility(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The order of list values counts. Source: API contract 37.8. */
const isOutdated = sql`(v.id = n.latest_version_id and (
  v.supported_os, v.supported_accelerators, v.supported_comfyui_version, v.supported_comfyui_frontend_version
) is distinct from (
  n.supported_os, n.supported_accelerators, n.supported_comfyui_version, n.supported_comfyui_frontend_version))`

function matchesCompatibility({
  nodeId,
  version,
  statuses,
  outdated,
}: CompatibilityFilter): RawBuilder<boolean> {
  const conditions = [sql`true`]
  if (nodeId) conditions.push(sql`n.normalized_id = ${nodeKey(nodeId)}`)
  if (version) conditions.push(sql`v.version = ${version}`)
  if (statuses) conditions.push(sql`v.status = any(${statuses}::text[])`)
  if (outdated) conditions.push(isOutdated)
  return sql`${sql.join(conditions, sql` and `)}`
}
