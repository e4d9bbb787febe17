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

export interface DueMatch extends NamedCommit, Pick<CommitMatchRow, 'attempts' | 'state' | 'failure'> {
  version_id: string
  node_id: string
  publisher_id: string
  archive_digest: string
}

/**
 * Finds the public version to compare next, except for hosts that ask for a pause: of publishers that had no turn yet, then
 * those tried least often, then the one due longest.
 */
export async function findDueMatch(
  db: DbOrTx,
  { now, served }: { now: Date; served: readonly string[] },
): Promise<DueMatch | undefined> {
  const { rows } = await sql<DueMatch>`
    select m.version_id, m.repository_url, m.repository_key, m.repository_folder, m.commit_id, m.named_by, m.attempts,
      m.state, m.failure, v.node_id, n.publisher_id, v.archive_digest
    from version_commit_matches m join node_versions v on v.id = m.version_id join nodes n on n.id = v.node_id
    where m.due_at <= ${now} and v.archive_digest is not null and v.status in ('active', 'flagged')
      and not exists (
        select from reading_hosts h where h.resumes_at > ${now} and starts_with(m.repository_key, h.host || '/'))
    order by n.publisher_id = any(${served}::text[]), m.attempts, m.due_at, m.version_id limit 1`.execute(db)
  return rows[0]
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
