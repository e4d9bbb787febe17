import type { Capability } from '@nodeyard/analysis/facts'
import type { Finding } from '@nodeyard/analysis/ground'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'
import { forgetReading, type ReadingFacts, readingFacts } from '../../nodes/sql.ts'

export type ReadingRow = Selectable<Schema['node_readings']>

export async function insertReading(tx: Tx, reading: Insertable<Schema['node_readings']>): Promise<void> {
  await tx.insertInto('node_readings').values(reading).execute()
}

export async function insertPicture(tx: Tx, picture: Insertable<Schema['reading_pictures']>): Promise<void> {
  await tx.insertInto('reading_pictures').values(picture).execute()
}

export type { ReadingFacts }

/** Lists the readings of a node with the facts of their analyses, newest first. */
export async function listFacts(db: DbOrTx, nodeId: string): Promise<ReadingFacts[]> {
  const { rows } = await sql<{ facts: ReadingFacts }>`
    select ${readingFacts} as facts from node_readings r join version_analyses a on a.version_id = r.id
    where r.node_id = ${nodeId} order by r.read_at desc, r.id`.execute(db)
  return rows.map(({ facts }) => facts)
}

/** Finds a reading of a node with its facts by its commit or the beginning of it; the newest one that fits. */
export async function findFacts(
  db: DbOrTx,
  nodeId: string,
  commit: string,
): Promise<ReadingFacts | undefined> {
  const { rows } = await sql<{ facts: ReadingFacts }>`
    select ${readingFacts} as facts from node_readings r join version_analyses a on a.version_id = r.id
    where r.node_id = ${nodeId} and starts_with(r.commit_id, ${commit.toLowerCase()})
    order by r.read_at desc, r.id limit 1`.execute(db)
  return rows[0]?.facts
}

/** Finds a reading of a node by its commit or the beginning of it; the newest one that fits. */
export async function findReading(
  db: DbOrTx,
  nodeId: string,
  commit: string,
): Promise<ReadingRow | undefined> {
  const { rows } = await sql<ReadingRow>`
    select * from node_readings where node_id = ${nodeId} and starts_with(commit_id, ${commit.toLowerCase()})
    order by read_at desc limit 1`.execute(db)
  return rows[0]
}

/** Deletes all but the newest readings of a node, and earlier ones of the same commit. */
export async function deleteOldReadings(tx: Tx, nodeId: string, kept: number): Promise<void> {
  await sql`
    delete from node_readings where id in (
      select id from (
        select id, row_number() over (order by read_at desc, id) as place,
          row_number() over (partition by commit_id order by read_at desc, id) as again
        from node_readings where node_id = ${nodeId}
      ) as read where place > ${kept}::bigint or again > 1)`.execute(tx)
}

/** Keeps the facts of a node's readings without the texts, the pictures and the source, which no license covers once they are gone. */
export async function hideTexts(tx: Tx, nodeId: string): Promise<void> {
  await tx
    .updateTable('node_readings')
    .set({ is_shareable: false, archive_digest: null, archive_bytes: null })
    .where('node_id', '=', nodeId)
    .execute()
  await sql`delete from reading_pictures where reading_id in (
    select id from node_readings where node_id = ${nodeId})`.execute(tx)
}

export async function deleteReadingsOf(tx: Tx, nodeId: string): Promise<number> {
  await forgetReading(tx, nodeId)
  const { numDeletedRows } = await tx
    .deleteFrom('node_readings')
    .where('node_id', '=', nodeId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface ReadAnalysis {
  readme_html: string
  manifest: unknown
  findings: Finding[]
  capabilities: Capability[]
  undecided: unknown[]
  traits: unknown
}

export function findAnalysis(db: DbOrTx, readingId: string): Promise<ReadAnalysis | undefined> {
  return db
    .selectFrom('version_analyses')
    .select(['readme_html', 'manifest', 'findings', 'capabilities', 'undecided', 'traits'])
    .where('version_id', '=', readingId)
    .executeTakeFirst()
}

/** Finds what a page shows of the analysis; readmes and findings can be long, and are left out unless requested. */
export async function findShownAnalysis(
  db: DbOrTx,
  readingId: string,
  { withReadme, withFindings }: { withReadme: boolean; withFindings: boolean },
): Promise<Pick<ReadAnalysis, 'readme_html' | 'findings' | 'capabilities'> | undefined> {
  const { rows } = await sql<Pick<ReadAnalysis, 'readme_html' | 'findings' | 'capabilities'>>`
    select capabilities, case when ${withReadme} then readme_html else '' end as readme_html,
      case when ${withFindings} then findings else '[]'::jsonb end as findings
    from version_analyses where version_id = ${readingId}`.execute(db)
  return rows[0]
}

export async function listApprovedKeys(db: DbOrTx, nodeId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reading_approvals')
    .select('finding_key')
    .where('node_id', '=', nodeId)
    .execute()
  return new Set(rows.map(({ finding_key }) => finding_key))
}

export async function addApprovals(
  tx: Tx,
  nodeId: string,
  { keys, userId, now }: { keys: readonly string[]; userId: string; now: Date },
): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('reading_approvals')
    .values(keys.map((key) => ({ node_id: nodeId, finding_key: key, approved_by: userId, approved_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function setVerdict(tx: Tx, readingId: string, verdict: ReadingRow['verdict']): Promise<void> {
  await tx.updateTable('node_readings').set({ verdict }).where('id', '=', readingId).execute()
}

export interface HeldReading extends ReadingRow {
  name: string
  repositoryUrl: string
  findings: Finding[]
}

/** Lists readings that are held back, of the best known nodes first. */
export async function listHeld(
  db: DbOrTx,
  { limit, offset }: { limit: number; offset: number },
): Promise<HeldReading[]> {
  const { rows } = await sql<HeldReading>`
    select r.*, n.name, n.repository_url as "repositoryUrl", a.findings
    from node_readings r join nodes n on n.reading_id = r.id join version_analyses a on a.version_id = r.id
    where r.verdict = 'held'
    order by n.github_stars desc, n.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countHeld(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from node_readings r join nodes n on n.reading_id = r.id
    where r.verdict = 'held'`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Drops the archives of the least known nodes until all together fit into this many bytes. Returns the digests that no
 * reading has any more.
 */
export async function dropArchivesOver(tx: Tx, bytes: number): Promise<number> {
  const { rows } = await sql`
    update node_readings set archive_digest = null, archive_bytes = null where id in (
      select id from (
        select r.id, sum(r.archive_bytes) over (
          order by (n.reading_id = r.id) desc, n.downloads / 10 + n.github_stars desc, r.id) as used
        from node_readings r join nodes n on n.id = r.node_id where r.archive_digest is not null
      ) as kept where used > ${bytes}::bigint
    ) returning id`.execute(tx)
  return rows.length
}

export async function hasReadingArchive(db: DbOrTx, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('node_readings')
    .select('id')
    .where('archive_digest', '=', digest)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps two transactions from storing and deleting the archive of one digest at the same time. */
export async function lockArchive(tx: Tx, digest: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reading ${digest}`}, 2))`.execute(tx)
}
