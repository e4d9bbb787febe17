import { type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'
import type { StoredCheck } from '../../publishing/pack-check.ts'

/** A repository that someone asks about. */
export interface RequestedPlace {
  key: string
  url: string
  /** An empty text stands for the newest commit. */
  commit: string
}

export type RequestedRow = Selectable<Schema['requested_readings']>
export type StoredResult = StoredCheck & { omitted_files: number }

/** Finds a node that everyone can see, or that was banned, with this repository; the root of it first. */
export async function findListed(db: DbOrTx, repositoryKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('nodes')
    .select('id')
    .where('repository_key', '=', repositoryKey)
    .where('status', 'in', ['active', 'banned'])
    .orderBy('repository_folder')
    .orderBy('downloads', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Finds the reading of a commit, or the newest commit's if that is the same one. */
export async function findRequested(
  db: DbOrTx,
  { key, commit }: RequestedPlace,
  since: Date,
): Promise<RequestedRow | undefined> {
  const { rows } = await sql<RequestedRow>`
    select * from requested_readings
    where repository_key = ${key} and requested_at > ${since}
      and (wanted_commit = ${commit} or (${commit} <> '' and commit_id = ${commit}))
    order by wanted_commit desc limit 1`.execute(db)
  return rows[0]
}

/** Serializes requests, so that no more of them wait than the limit says. Returns how many wait. */
export async function lockRequests(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('requested readings', 3))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from requested_readings where state in ('waiting', 'reading')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Makes a repository wait for a reading, and forgets the last one. */
export async function putWaiting(tx: Tx, { key, url, commit }: RequestedPlace, now: Date): Promise<void> {
  const values = {
    repository_url: url,
    state: 'waiting' as const,
    requested_at: now,
    finished_at: null,
    commit_id: commit === '' ? null : commit,
    committed_at: null,
    failure: null,
    result: null,
  }
  await tx
    .insertInto('requested_readings')
    .values({ repository_key: key, wanted_commit: commit, ...values })
    .onConflict((conflict) => conflict.columns(['repository_key', 'wanted_commit']).doUpdateSet(values))
    .execute()
}

/** Begins a reading. Returns undefined if it has ended or was removed. */
export function takeRequested(tx: Tx, key: string, commit: string): Promise<RequestedRow | undefined> {
  return tx
    .updateTable('requested_readings')
    .set({ state: 'reading' })
    .where('repository_key', '=', key)
    .where('wanted_commit', '=', commit)
    .where('state', 'in', ['waiting', 'reading'])
    .returningAll()
    .executeTakeFirst()
}

export type Ending =
  | { failure: NonNullable<RequestedRow['failure']> }
  | { commit: string; committedAt: Date | undefined; result: StoredResult }

export async function endRequested(
  tx: Tx,
  { key, commit }: Pick<RequestedPlace, 'key' | 'commit'>,
  ending: Ending,
  now: Date,
): Promise<void> {
  const values =
    'failure' in ending
      ? { state: 'failed' as const, failure: ending.failure }
      : {
          state: 'done' as const,
          commit_id: ending.commit,
          committed_at: ending.committedAt ?? null,
          result: JSON.stringify(ending.result),
        }
  await tx
    .updateTable('requested_readings')
    .set({ ...values, finished_at: now })
    .where('repository_key', '=', key)
    .where('wanted_commit', '=', commit)
    .where('state', '=', 'reading')
    .execute()
}

/** Removes old results, and the oldest ones beyond a number. */
export async function deleteOldRequested(tx: Tx, before: Date, kept: number): Promise<void> {
  await sql`
    delete from requested_readings where requested_at <= ${before} or (repository_key, wanted_commit) in (
      select repository_key, wanted_commit from requested_readings
      order by requested_at desc, repository_key, wanted_commit offset ${kept}::bigint)`.execute(tx)
}
