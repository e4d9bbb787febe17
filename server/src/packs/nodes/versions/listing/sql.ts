import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '../../../../ground/db/database.ts'
import { nodeKey } from '../../../../ground/db/node-key.ts'
import type { VersionStatus } from '../../../../ground/db/schema.ts'
import type { VersionWithArchive } from '../sql.ts'

export interface VersionFilter {
  statuses: readonly VersionStatus[]
  /** Also counts versions of banned nodes. */
  ofBannedNodes: boolean
  /** In any letter case. */
  nodeId?: string | undefined
  /** Matches anywhere in the status reason, in any letter case. */
  reason?: string | undefined
}

/** A version with the publisher of its node. */
export interface ListedVersion extends VersionWithArchive {
  publisher_id: string
}

/** Lists versions, newest first. */
export async function listFilteredVersions(
  db: DbOrTx,
  filter: VersionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedVersion[]> {
  const { rows } = await sql<ListedVersion>`
    select v.*, a.size_bytes as archive_bytes, n.publisher_id
    from node_versions v join nodes n on n.id = v.node_id left join archives a on a.digest = v.archive_digest
    where ${matches(filter)}
    order by v.created_at desc, v.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countFilteredVersions(db: DbOrTx, filter: VersionFilter): Promise<number> {
  if (filter.nodeId === undefined && !filter.reason) return countVersions(db, filter)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from node_versions v join nodes n on n.id = v.node_id
    where ${matches(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Uses the stored sums, and counts versions of inactive nodes separately when they are included. */
async function countVersions(db: DbOrTx, { statuses, ofBannedNodes }: VersionFilter): Promise<number> {
  const change = ofBannedNodes
    ? sql`case counted when 'node_versions' then change end`
    : sql`case counted when 'node_versions' then change when 'hidden_versions' then -change end`
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${change}), 0)::bigint as total from row_counts
    where status = any(${statuses}::text[])`.execute(db)
  return rows[0]?.total ?? 0
}

/** Hides versions whose archive never arrived. */
const isListed = sql<boolean>`(v.archive_digest is not null or v.status = 'deleted')`

function matches({ statuses, ofBannedNodes, nodeId, reason }: VersionFilter): RawBuilder<boolean> {
  const conditions = [sql`v.status = any(${statuses}::text[])`, isListed]
  if (!ofBannedNodes) conditions.push(sql`n.status = 'active'`)
  if (nodeId !== undefined) conditions.push(sql`n.normalized_id = ${nodeKey(nodeId)}`)
  if (reason) conditions.push(sql`position(lower(${reason}) in lower(v.status_reason)) > 0`)
  return sql`${sql.join(conditions, sql` and `)}`
}
