import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'

export type HoldRow = Selectable<Schema['report_holds']>

/** The condition for a user, as `u`, whose reports can hold versions. */
const trusted = (createdBefore: Date) => sql`u.trusted_reporter_since is not null and u.status = 'active'
  and u.deleted_at is null and u.email_verified and u.created_at <= ${createdBefore}`

export async function isTrustedReporter(tx: Tx, userId: string, createdBefore: Date): Promise<boolean> {
  const { rows } = await sql`
    select u.id from users u where u.id = ${userId} and ${trusted(createdBefore)}`.execute(tx)
  return rows.length > 0
}

export interface HoldQuestion {
  node: { id: string; publisher_id: string }
  version: { id: string; first_active_at: Date | null }
  kinds: readonly string[]
  createdBefore: Date
  dayAgo: Date
  monthAgo: Date
  maxHoldsPerDay: number
}

/**
 * Lists trusted reporters with an open report about a version, or about its node since it was released, oldest
 * report first. Leaves out members of its publisher, and reporters over their limits.
 */
export async function listHoldingReporters(tx: Tx, question: HoldQuestion): Promise<string[]> {
  const { node, version, kinds, createdBefore, dayAgo, monthAgo, maxHoldsPerDay } = question
  const { rows } = await sql<{ id: string }>`
    select u.id from abuse_reports r join users u on u.id = r.reporter_id
    where r.node_id = ${node.id} and r.state <> 'closed' and r.kind = any (${kinds}::text[])
      and (r.version_id = ${version.id}
        or (r.version_id is null and r.created_at >= ${version.first_active_at}::timestamptz))
      and ${trusted(createdBefore)}
      and not exists (select from publisher_permissions p
        where p.publisher_id = ${node.publisher_id} and p.user_id = u.id)
      and (select count(*) from report_holds h
        where h.reporter_ids @> array[u.id] and h.held_at > ${dayAgo}) < ${maxHoldsPerDay}::int
      and not exists (select from report_holds h
        where h.reporter_ids @> array[u.id] and h.publisher_id = ${node.publisher_id}
          and h.held_at > ${monthAgo} and h.outcome is distinct from 'upheld')
    group by u.id order by min(r.created_at), u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function listPublishersOfReporters(
  tx: Tx,
  userIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ user_id: string; publisher_ids: string[] }>`
    select user_id, array_agg(publisher_id) as publisher_ids from publisher_permissions
    where user_id = any (${userIds}::text[]) group by user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, new Set(row.publisher_ids)]))
}

/** Whether moderators have released this version from a hold before. */
export async function hasOverturnedHold(tx: Tx, versionId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('report_holds')
    .select('id')
    .where('version_id', '=', versionId)
    .where('outcome', '=', 'overturned')
    .executeTakeFirst()
  return found !== undefined
}

export async function insertHold(tx: Tx, hold: Insertable<Schema['report_holds']>): Promise<void> {
  await tx.insertInto('report_holds').values(hold).execute()
}

/** Finds the open hold of a version and locks it. */
export function findOpenHold(tx: Tx, versionId: string): Promise<HoldRow | undefined> {
  return tx
    .selectFrom('report_holds')
    .selectAll()
    .where('version_id', '=', versionId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function endHold(
  tx: Tx,
  id: string,
  end: { ended_at: Date; outcome: NonNullable<HoldRow['outcome']> },
): Promise<void> {
  await tx.updateTable('report_holds').set(end).where('id', '=', id).execute()
}
