import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'

export type CommitMatchRow = Selectable<Schema['version_commit_matches']>
export type NamedCommit = Pick<
  CommitMatchRow,
  'repository_url' | 'repository_key' | 'repository_folder' | 'commit_id' | 'named_by'
>

export async function deleteCommitMatch(tx: Tx, versionId: string): Promise<void> {
  await tx.deleteFrom('version_commit_matches').where('version_id', '=', versionId).execute()
}

/** Makes a version due for comparison, unless a commit is named already. */
export async function insertCommitMatch(
  tx: Tx,
  match: Insertable<Schema['version_commit_matches']>,
): Promise<void> {
  await tx
    .insertInto('version_commit_matches')
    .values(match)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function findCommitMatch(db: DbOrTx, versionId: string): Promise<CommitMatchRow | undefined> {
  return db
    .selectFrom('version_commit_matches')
    .selectAll()
    .where('version_id', '=', versionId)
    .executeTakeFirst()
}

export interface DueMatch extends NamedCommit {
  version_id: string
  node_id: string
  archive_digest: string
  attempts: number
}

/** Lists public versions with a named commit that are due, longest due first, except for hosts that ask for a pause. */
export async function listDueMatches(
  db: DbOrTx,
  { now, limit }: { now: Date; limit: number },
): Promise<DueMatch[]> {
  const { rows } = await sql<DueMatch>`
    select m.version_id, m.repository_url, m.repository_key, m.repository_folder, m.commit_id, m.named_by, m.attempts,
      v.node_id, v.archive_digest
    from version_commit_matches m join node_versions v on v.id = m.version_id
    where m.due_at <= ${now} and v.archive_digest is not null and v.status in ('active', 'flagged')
      and not exists (
        select from reading_hosts h where h.resumes_at > ${now} and starts_with(m.repository_key, h.host || '/'))
    order by m.due_at, m.version_id limit ${limit}::bigint`.execute(db)
  return rows
}

export async function changeCommitMatch(
  tx: Tx,
  due: Pick<DueMatch, 'version_id' | 'commit_id'>,
  change: Partial<Insertable<Schema['version_commit_matches']>>,
): Promise<void> {
  await tx
    .updateTable('version_commit_matches')
    .set(change)
    .where('version_id', '=', due.version_id)
    .where('commit_id', '=', due.commit_id)
    .execute()
}
