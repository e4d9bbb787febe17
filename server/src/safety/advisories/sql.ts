import type { AdvisoryRange } from '@nodeyard/contract/safety'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { Schema, VersionStatus } from '../../ground/db/schema.ts'
import { offsetOf, type Page } from '../../ground/http/paging.ts'

export type AdvisoryRow = Selectable<Schema['advisories']>
export type NewAdvisory = Insertable<Schema['advisories']>

/** Serializes writes of advisories, so that their numbers have no gaps. */
export async function lockAdvisories(tx: Tx): Promise<void> {
  await sql`lock table advisories in share row exclusive mode`.execute(tx)
}

/** Returns the highest number of a year, or 0. */
export async function highestNumberOf(tx: Tx, year: number): Promise<number> {
  const { rows } = await sql<{ highest: number }>`
    select coalesce(max(substring(id from 11)::int), 0) as highest from advisories
    where id like ${`NYSA-${year}-%`}`.execute(tx)
  return rows[0]?.highest ?? 0
}

/** Finds the exact id of a node, ignoring case. */
export async function findNodeId(db: DbOrTx, nodeId: string): Promise<string | undefined> {
  const node = await db
    .selectFrom('nodes')
    .select('id')
    .where('normalized_id', '=', nodeKey(nodeId))
    .executeTakeFirst()
  return node?.id
}

export async function insertAdvisory(tx: Tx, advisory: NewAdvisory): Promise<void> {
  await tx.insertInto('advisories').values(advisory).execute()
}

export async function changeAdvisory(tx: Tx, id: string, change: Partial<NewAdvisory>): Promise<void> {
  await tx.updateTable('advisories').set(change).where('id', '=', id).execute()
}

export async function insertRevision(
  tx: Tx,
  revision: Insertable<Schema['advisory_revisions']>,
): Promise<void> {
  await tx.insertInto('advisory_revisions').values(revision).execute()
}

export function findAdvisory(db: DbOrTx, id: string): Promise<AdvisoryRow | undefined> {
  return db.selectFrom('advisories').selectAll().where('id', '=', id.toUpperCase()).executeTakeFirst()
}

export interface AdvisoryFilter {
  nodeId?: string | undefined
  /** A version of that node. */
  version?: string | undefined
  severities?: readonly string[] | undefined
  withdrawnToo?: boolean | undefined
}

function matching({ nodeId, version, severities, withdrawnToo }: AdvisoryFilter) {
  const conditions = [sql`true`]
  if (nodeId !== undefined) {
    conditions.push(sql`(n.normalized_id = ${nodeKey(nodeId)} or exists (
      select from advisory_versions h join node_versions v on v.id = h.version_id
      join nodes m on m.id = v.node_id where h.advisory_id = a.id and m.normalized_id = ${nodeKey(nodeId)}))`)
  }
  if (version !== undefined) {
    conditions.push(sql`exists (
      select from advisory_versions h join node_versions v on v.id = h.version_id
      join nodes m on m.id = v.node_id
      where h.advisory_id = a.id and v.version = ${version}
        and (${nodeId ?? null}::text is null or m.normalized_id = ${nodeKey(nodeId ?? '')}))`)
  }
  if (severities?.length) conditions.push(sql`a.severity = any (${severities}::text[])`)
  if (!withdrawnToo) conditions.push(sql`a.withdrawn_at is null`)
  return sql.join(conditions, sql` and `)
}

/** Lists advisories, newest first. */
export async function listAdvisories(db: DbOrTx, filter: AdvisoryFilter, page: Page): Promise<AdvisoryRow[]> {
  const { rows } = await sql<AdvisoryRow>`
    select a.* from advisories a join nodes n on n.id = a.node_id where ${matching(filter)}
    order by a.published_at desc, a.id desc
    limit ${page.limit}::bigint offset ${offsetOf(page)}::bigint`.execute(db)
  return rows
}

/** Counts advisories across all pages. */
export async function countAdvisories(db: DbOrTx, filter: AdvisoryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from advisories a join nodes n on n.id = a.node_id
    where ${matching(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface AffectedVersion {
  advisory_id: string
  node_id: string
  version: string
}

/** Lists existing affected versions, highest first, up to a limit per advisory. */
export async function listAffected(
  db: DbOrTx,
  advisoryIds: readonly string[],
  limit: number,
): Promise<AffectedVersion[]> {
  const { rows } = await sql<AffectedVersion>`
    select advisory_id, node_id, version from (
      select h.advisory_id, v.node_id, v.version, v.version_key,
        row_number() over (partition by h.advisory_id order by v.node_id, v.version_key desc) as place
      from advisory_versions h join node_versions v on v.id = h.version_id
      where h.advisory_id = any (${advisoryIds}::text[])
        and v.archive_digest is not null and v.status <> 'deleted'
    ) as hits where place <= ${limit}::bigint order by node_id, version_key desc`.execute(db)
  return rows
}

/** Lists the advisory's node and all nodes with affected versions, in locking order. */
export async function listHitNodes(db: DbOrTx, advisoryId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.node_id as id from advisories a where a.id = ${advisoryId}
    union select v.node_id from advisory_versions h join node_versions v on v.id = h.version_id
    where h.advisory_id = ${advisoryId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface Targets {
  nodeId: string
  versions: readonly string[]
  ranges: readonly AdvisoryRange[]
  fileDigests: readonly string[]
  archiveDigests: readonly string[]
}

export interface HitVersion {
  node_id: string
  version: string
  status: VersionStatus
  installs: number
}

/** Lists the versions that an advisory would affect, most installed first. */
export async function listHits(
  db: DbOrTx,
  { nodeId, versions, ranges, fileDigests, archiveDigests }: Targets,
): Promise<HitVersion[]> {
  const { rows } = await sql<HitVersion>`
    select v.node_id, v.version, v.status, coalesce((
      select sum(d.count) from node_downloads d where d.version_id = v.id), 0)::int as installs
    from node_versions v, jsonb_populate_record(null::advisories, ${JSON.stringify({
      node_id: nodeId,
      versions,
      ranges,
      file_digests: fileDigests,
      archive_digests: archiveDigests,
    })}::jsonb) as a
    where (v.node_id = ${nodeId} or v.archive_digest = any (${archiveDigests}::text[]))
      and v.archive_digest is not null and v.status <> 'deleted' and advisory_hits(a, v)
    order by installs desc, v.node_id, v.version_key desc`.execute(db)
  return rows
}

export interface RevisionRow extends Selectable<Schema['advisory_revisions']> {
  admin_name: string | null
}

/** Lists revisions, newest first. */
export async function listRevisions(db: DbOrTx, advisoryId: string): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select r.*, u.name as admin_name from advisory_revisions r left join users u on u.id = r.admin_id
    where r.advisory_id = ${advisoryId} order by r.revision desc`.execute(db)
  return rows
}

export interface KilledRow {
  advisory_id: string
  severity: AdvisoryRow['severity']
  title: string
  node_id: string | null
  version: string | null
  digest: string | null
}

/** Lists what must not be installed: existing versions, and archives that no version here has. */
export async function listKilled(db: DbOrTx): Promise<KilledRow[]> {
  const { rows } = await sql<KilledRow>`
    select a.id as advisory_id, a.severity, a.title, v.node_id, v.version, v.archive_digest as digest
    from advisories a join advisory_versions h on h.advisory_id = a.id
    join node_versions v on v.id = h.version_id and v.archive_digest is not null
    where a.refuses_installs and a.withdrawn_at is null
    union all
    select a.id, a.severity, a.title, null, null, d.digest
    from advisories a cross join unnest(a.archive_digests) as d (digest)
    where a.refuses_installs and a.withdrawn_at is null and not exists (
      select from node_versions v where v.archive_digest = d.digest)
    order by advisory_id, node_id nulls last, version, digest`.execute(db)
  return rows
}
