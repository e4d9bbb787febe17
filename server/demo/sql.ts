import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../src/ground/db/database.ts'
import type { UserRow } from '../src/people/identity/sql.ts'

export interface InstalledDay {
  day: Date
  count: number
}

/** Finds a version with an archive. */
export function findVersion(
  tx: Tx,
  nodeId: string,
  version: string,
): Promise<{ id: string; status: string } | undefined> {
  return tx
    .selectFrom('node_versions')
    .select(['id', 'status'])
    .where('node_id', '=', nodeId)
    .where('version', '=', version)
    .where('archive_digest', 'is not', null)
    .executeTakeFirst()
}

/** Inserts past installs and adds them to the node's count. */
export async function insertInstalls(
  tx: Tx,
  { nodeId, versionId }: { nodeId: string; versionId: string },
  days: readonly InstalledDay[],
): Promise<void> {
  await sql`insert into node_downloads (node_id, version_id, day, count)
    select ${nodeId}, ${versionId}::uuid, (past.day at time zone 'UTC')::date, past.count
    from unnest(${days.map(({ day }) => day.toISOString())}::timestamptz[], ${days.map(({ count }) => count)}::bigint[])
      as past (day, count)`.execute(tx)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  await sql`update nodes set downloads = downloads + ${total} where id = ${nodeId}`.execute(tx)
}

/**
 * Dates a version and its pipeline steps back by a number of days. The time it became active and the audit log cannot
 * change.
 */
export async function moveVersionBack(tx: Tx, versionId: string, days: number): Promise<void> {
  const past = sql`make_interval(days => ${days})`
  await sql`update node_versions set created_at = created_at - ${past}, updated_at = updated_at - ${past},
    status_since = status_since - ${past}
    where id = ${versionId}::uuid`.execute(tx)
  await sql`update version_steps set started_at = started_at - ${past}, finished_at = finished_at - ${past}
    where version_id = ${versionId}::uuid`.execute(tx)
}

/** Dates a node and its publisher back to the first version. */
export async function moveNodeBack(tx: Tx, nodeId: string): Promise<void> {
  await sql`update nodes n set created_at = first.at, updated_at = first.last
    from (select min(created_at) as at, max(created_at) as last from node_versions where node_id = ${nodeId}) as first
    where n.id = ${nodeId}`.execute(tx)
  await sql`update publishers p set created_at = least(p.created_at, n.created_at) from nodes n
    where n.id = ${nodeId} and p.id = n.publisher_id`.execute(tx)
}

/** Finds the newest version of a node that waits for a review. */
export async function findHeldVersion(
  db: DbOrTx,
  nodeId: string,
): Promise<{ publisherId: string; versionId: string } | undefined> {
  return db
    .selectFrom('node_versions as version')
    .innerJoin('nodes as node', 'node.id', 'version.node_id')
    .select(['node.publisher_id as publisherId', 'version.id as versionId'])
    .where('version.node_id', '=', nodeId)
    .where('version.status', '=', 'flagged')
    .orderBy('version.version_key', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether anyone has reported a problem. */
export async function hasReports(db: DbOrTx): Promise<boolean> {
  return (await db.selectFrom('abuse_reports').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Lists the accounts that the demo created and that exist, whatever their addresses are by now. */
export function listDemoAccounts(db: DbOrTx): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('is_demo', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
}

/** Whether a user other than these owns a publisher. */
export async function hasOtherOwner(tx: Tx, publisherId: string, ids: readonly string[]): Promise<boolean> {
  const other = await tx
    .selectFrom('publisher_permissions')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('role', '=', 'owner')
    .where('user_id', 'not in', ids)
    .executeTakeFirst()
  return other !== undefined
}

/** Lists the advisories about a node that a user published and that are in force. */
export async function listOpenAdvisories(db: DbOrTx, nodeId: string, title: string): Promise<string[]> {
  const rows = await db
    .selectFrom('advisories')
    .select('id')
    .where('node_id', '=', nodeId)
    .where('title', '=', title)
    .where('withdrawn_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
