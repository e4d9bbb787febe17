import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'

/** The person behind an archive, as far as the registry can distinguish people. */
export interface Uploader {
  /** The user who created the token or set up the trusted build; the publisher when the user is unknown. */
  account: string
  /** The network address of a new account. A proven account stands for itself, wherever it uploads from. */
  sender: string
}

/**
 * Finds the user whose credential announced a version, and whether that user is proven: had a version listed,
 * or set up a trusted build that was used, before a time.
 */
export async function findAnnouncer(
  db: DbOrTx,
  versionId: string,
  provenBefore: Date,
): Promise<{ userId: string; isProven: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; isProven: boolean }>`
    select announcer.id as "userId", exists (
      select from node_versions v
      where v.published_by_user = announcer.id and v.first_active_at < ${provenBefore}::timestamptz
    ) or exists (
      select from trusted_publishers t where t.created_by = announcer.id
        and t.created_at < ${provenBefore}::timestamptz and t.last_used_at is not null
    ) as "isProven"
    from node_versions announced cross join lateral (
      select coalesce(announced.published_by_user, (
        select trusted.created_by from trusted_tokens token
        join trusted_publishers trusted on trusted.id = token.trusted_publisher_id
        where token.id = announced.announced_by_token)) as id
    ) announcer
    where announced.id = ${versionId} and announcer.id is not null`.execute(db)
  return rows[0]
}

/** Prevents other versions of this account and address from joining the queue until the transaction ends. */
export function lockTurnsOf(tx: Tx, { account, sender }: Uploader): Promise<void> {
  return lockNames(tx, `account ${account}`, `sender ${sender}`)
}

export async function lockNames(tx: Tx, ...names: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    tx,
  )
}

/**
 * Counts the waiting versions of the account, and the other accounts with waiting versions from its address.
 */
export async function countTurnsBefore(
  tx: Tx,
  { account, sender }: Uploader,
): Promise<{ own: number; neighbors: number }> {
  const { rows } = await sql<{ own: number; neighbors: number }>`
    select count(*) filter (where w.account = ${account})::int as own,
      count(distinct w.account) filter (where w.account <> ${account})::int as neighbors
    from waiting_versions w join node_versions v on v.id = w.version_id
    where (w.account = ${account} or w.sender = ${sender})
      and v.status = 'pending' and v.archive_digest is not null`.execute(tx)
  return rows[0] ?? { own: 0, neighbors: 0 }
}

/** Stores who uploaded a version, for as long as it waits. */
export async function insertWaiting(
  tx: Tx,
  versionId: string,
  { account, sender }: Uploader,
  now: Date,
): Promise<void> {
  const values = { account, sender, own_failures: 0, created_at: now }
  await tx
    .insertInto('waiting_versions')
    .values({ version_id: versionId, ...values })
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(values))
    .execute()
}

/** Counts another failure caused by the archive itself and returns the total. */
export async function countOwnFailure(tx: Tx, versionId: string, now: Date): Promise<number> {
  const unknown = `version ${versionId}`
  const row = await tx
    .insertInto('waiting_versions')
    .values({ version_id: versionId, account: unknown, sender: unknown, own_failures: 1, created_at: now })
    .onConflict((conflict) =>
      conflict.column('version_id').doUpdateSet({ own_failures: sql`waiting_versions.own_failures + 1` }),
    )
    .returning('own_failures')
    .executeTakeFirstOrThrow()
  return row.own_failures
}

/**
 * Lists pending versions whose own archive made them fail this often, and not since a time, longest untried
 * first.
 */
export async function listFailedOfThemselves(
  tx: Tx,
  { failures, triedBefore, limit }: { failures: number; triedBefore: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from waiting_versions w join node_versions v on v.id = w.version_id
    join version_steps s on s.version_id = v.id
    where w.own_failures >= ${failures} and v.status = 'pending' and v.archive_digest is not null
    group by v.id having max(s.started_at) < ${triedBefore}::timestamptz
    order by max(s.started_at), v.id limit ${limit}::bigint`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes the uploaders of versions that no longer wait. */
export async function deleteWaited(tx: Tx): Promise<void> {
  await sql`delete from waiting_versions w using node_versions v
    where v.id = w.version_id and (v.status <> 'pending' or v.archive_digest is null)`.execute(tx)
}

/** Lists pending versions whose archive arrived before a time, longest waiting first. */
export async function listOverdueVersions(
  tx: Tx,
  {
    receivedBefore,
    scannedBefore,
    limit,
  }: { receivedBefore: Date; scannedBefore: Date | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from node_versions v
    join version_steps received on received.version_id = v.id and received.step = 'received'
    left join version_steps scanned on scanned.version_id = v.id and scanned.step = 'scanned'
    where v.status = 'pending' and v.archive_digest is not null and received.finished_at < ${receivedBefore}
      and (${scannedBefore ?? null}::timestamptz is null or scanned.started_at is null
        or scanned.started_at < ${scannedBefore ?? null}::timestamptz)
    order by received.finished_at, v.id limit ${limit}::bigint`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Lists stuck versions that have waited since their last attempt for as long as before it, longest untried
 * first. Skips those with an attempt in the queue.
 */
export async function listStuckVersions(
  tx: Tx,
  { pendingSince, now, limit }: { pendingSince: Date; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from node_versions v join version_steps s on s.version_id = v.id
    where v.status = 'pending' and v.archive_digest is not null and s.given_up
      and v.status_since > ${pendingSince}::timestamptz
      and not exists (select from jobs.job j where j.name = 'process-version'
        and j.state in ('created', 'retry', 'active') and j.data->>'versionId' = v.id::text)
    group by v.id having max(s.started_at) - v.status_since <= ${now}::timestamptz - max(s.started_at)
    order by max(s.started_at), v.id limit ${limit}::bigint`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lists versions with an archive whose comfy-nodes were not extracted, oldest first. */
export async function listUnreadVersions(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('node_versions')
    .select('id')
    .where('extract_status', '=', 'pending')
    .where('archive_digest', 'is not', null)
    .where('status', '<>', 'deleted')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
