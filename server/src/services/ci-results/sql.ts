import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Page } from '../../ground/http/paging.ts'
import { offsetOf } from '../../ground/http/paging.ts'

export type CommitRow = Selectable<Schema['git_commits']>
export type FileRow = Pick<Selectable<Schema['storage_files']>, 'id' | 'file_path' | 'file_url'>

/** A result with its commit. `machine_stats` is stored as sent. */
export type ResultRow = Selectable<Schema['ci_results']> &
  Pick<
    CommitRow,
    | 'repo_name'
    | 'commit_hash'
    | 'branch_name'
    | 'commit_message'
    | 'author'
    | 'pr_number'
    | 'commit_timestamp'
  >

export interface ResultFilter {
  repository: string
  commit?: string | undefined
  operatingSystem?: string | undefined
  workflow?: string | undefined
  branch?: string | undefined
}

const resultsWithCommit = (db: DbOrTx) =>
  db
    .selectFrom('ci_results')
    .innerJoin('git_commits', 'git_commits.id', 'ci_results.commit_id')
    .selectAll('ci_results')
    .select([
      'repo_name',
      'commit_hash',
      'branch_name',
      'commit_message',
      'author',
      'pr_number',
      'commit_timestamp',
    ])

const filtered = (db: DbOrTx, filter: ResultFilter) => {
  let query = resultsWithCommit(db).where('repo_name', '=', filter.repository)
  const { commit, operatingSystem, workflow, branch } = filter
  if (commit !== undefined)
    query = query.where((is) =>
      is.or([is('commit_hash', '=', commit), is(sql<string>`git_commits.id::text`, '=', commit)]),
    )
  if (operatingSystem !== undefined) query = query.where('operating_system', '=', operatingSystem)
  if (workflow !== undefined) query = query.where('workflow_name', '=', workflow)
  if (branch !== undefined) query = query.where('branch_name', '=', branch)
  return query
}

/** Lists results by newest commit, then newest result. */
export async function listResults(db: DbOrTx, filter: ResultFilter, page: Page): Promise<ResultRow[]> {
  return filtered(db, filter)
    .orderBy('commit_timestamp', 'desc')
    .orderBy('ci_results.created_at', 'desc')
    .orderBy('ci_results.id')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute()
}

/** Counts results across all pages. */
export async function countResults(db: DbOrTx, filter: ResultFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .clearSelect()
    .select((from) => from.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findResult(db: DbOrTx, id: string): Promise<ResultRow | undefined> {
  return resultsWithCommit(db).where('ci_results.id', '=', id).executeTakeFirst()
}

/** Lists the files of results by name. */
export function listFilesOf(
  db: DbOrTx,
  resultIds: readonly string[],
): Promise<(FileRow & { result_id: string })[]> {
  if (resultIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('ci_result_files')
    .innerJoin('storage_files', 'storage_files.id', 'ci_result_files.file_id')
    .select(['result_id', 'storage_files.id', 'file_path', 'file_url'])
    .where('result_id', 'in', resultIds)
    .orderBy('object_name')
    .execute()
}

export interface CommitFilter {
  repository: string
  branch?: string | undefined
}

const commitsOf = (db: DbOrTx, { repository, branch }: CommitFilter) => {
  const query = db.selectFrom('git_commits').where('repo_name', '=', repository)
  return branch === undefined ? query : query.where('branch_name', '=', branch)
}

/** Lists commits, newest first. */
export function listCommits(db: DbOrTx, filter: CommitFilter, page: Page): Promise<CommitRow[]> {
  return commitsOf(db, filter)
    .selectAll()
    .orderBy('commit_timestamp', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute()
}

/** Counts commits across all pages. */
export async function countCommits(db: DbOrTx, filter: CommitFilter): Promise<number> {
  const { count } = await commitsOf(db, filter)
    .select((from) => from.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists run states by commit and operating system. */
export function listStatesOf(
  db: DbOrTx,
  commitIds: readonly string[],
): Promise<Pick<Selectable<Schema['ci_results']>, 'commit_id' | 'operating_system' | 'status'>[]> {
  if (commitIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('ci_results')
    .select(['commit_id', 'operating_system', 'status'])
    .where('commit_id', 'in', commitIds)
    .orderBy('operating_system')
    .execute()
}

/** Lists the branches of a repository in alphabetical order. */
export async function listBranchesOf(db: DbOrTx, repository: string): Promise<string[]> {
  const rows = await db
    .selectFrom('git_commits')
    .select('branch_name')
    .distinct()
    .where('repo_name', '=', repository)
    .where('branch_name', '<>', '')
    .orderBy('branch_name')
    .execute()
  return rows.map(({ branch_name }) => branch_name)
}

/** Inserts or updates a commit. The row stays locked, which serializes uploads of its results. */
export async function upsertCommit(tx: Tx, commit: Insertable<Schema['git_commits']>): Promise<string> {
  const { branch_name, commit_message, author, pr_number, commit_timestamp } = commit
  const { id } = await tx
    .insertInto('git_commits')
    .values(commit)
    .onConflict((conflict) =>
      conflict
        .columns(['repo_name', 'commit_hash'])
        .doUpdateSet({ branch_name, commit_message, author, pr_number, commit_timestamp }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes earlier results of the same commit, operating system and workflow, with their files. Returns their number. */
export async function deleteEarlierResults(
  tx: Tx,
  { commitId, operatingSystem, workflow }: { commitId: string; operatingSystem: string; workflow: string },
): Promise<number> {
  const earlier = tx
    .selectFrom('ci_results')
    .select('id')
    .where('commit_id', '=', commitId)
    .where('operating_system', '=', operatingSystem)
    .where('workflow_name', '=', workflow)
  await tx
    .deleteFrom('storage_files')
    .where('id', 'in', tx.selectFrom('ci_result_files').select('file_id').where('result_id', 'in', earlier))
    .execute()
  const deleted = await tx.deleteFrom('ci_results').where('id', 'in', earlier).returning('id').execute()
  return deleted.length
}

export async function insertResult(tx: Tx, result: Insertable<Schema['ci_results']>): Promise<string> {
  const { id } = await tx.insertInto('ci_results').values(result).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Inserts the files of a result. */
export async function insertFiles(
  tx: Tx,
  resultId: string,
  files: readonly Insertable<Schema['storage_files']>[],
): Promise<void> {
  if (files.length === 0) return
  const stored = await tx.insertInto('storage_files').values(files).returning('id').execute()
  await tx
    .insertInto('ci_result_files')
    .values(stored.map(({ id }) => ({ result_id: resultId, file_id: id })))
    .execute()
}
