import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { hasOwnRepository } from '../../ground/db/node-key.ts'

/** All reports about a version on one day. */
export interface ReportDay {
  /** Days since then. */
  age: number
  imported: number
  failed: number
}

/** CI results name a repository without its host, which is this one. They count for the node whose own repository it is. */
const ciRepository = sql<string | null>`
  case when n.repository_key like 'github.com/%' and ${hasOwnRepository('n')} then substr(n.repository_key, length('github.com/') + 1) end`

/** Finds `owner/name` on the host whose build machines report, for a node of that repository. */
export async function findCiRepository(db: DbOrTx, nodeId: string): Promise<string | undefined> {
  const { rows } = await sql<{ repository: string | null }>`
    select ${ciRepository} as repository from nodes n where n.id = ${nodeId}`.execute(db)
  return rows[0]?.repository ?? undefined
}

export interface TestRow {
  operating_system: string
  python_version: string
  cuda_version: string
  completed: number
  failed: number
  last_status: 'COMPLETED' | 'FAILED'
  last_at: Date
}

interface Since {
  since: Date
  limit: number
}

/** Lists finished CI results of a repository by kind of machine, newest first. */
export async function listTests(db: DbOrTx, repository: string, { since, limit }: Since): Promise<TestRow[]> {
  const { rows } = await sql<TestRow>`
    select r.operating_system, r.python_version, r.cuda_version,
      (count(*) filter (where r.status = 'COMPLETED'))::int as completed,
      (count(*) filter (where r.status = 'FAILED'))::int as failed,
      (array_agg(r.status order by r.created_at desc, r.id))[1] as last_status, max(r.created_at) as last_at
    from git_commits c join ci_results r on r.commit_id = c.id
    where c.repo_name = ${repository} and r.status <> 'STARTED' and r.created_at >= ${since}
    group by 1, 2, 3 order by last_at desc, 1, 2, 3 limit ${limit}::bigint`.execute(db)
  return rows
}

export interface ReportedRow {
  tool: string
  python: string
  os: string
  accelerator: string
  imported: number
  import_error: number
  syntax_error: number
  other_error: number
  last_on: string
}

/** Lists import reports by kind of machine, for those with enough reports, most reports first. */
export async function listReported(
  db: DbOrTx,
  versionId: string,
  { since, limit, least }: Since & { least: number },
): Promise<ReportedRow[]> {
  const countOf = (outcome: string) => sql`coalesce(sum(count) filter (where outcome = ${outcome}), 0)::int`
  const { rows } = await sql<ReportedRow>`
    select tool, python, os, accelerator, ${countOf('imported')} as imported,
      ${countOf('import_error')} as import_error, ${countOf('syntax_error')} as syntax_error,
      ${countOf('other_error')} as other_error, to_char(max(day), 'YYYY-MM-DD') as last_on
    from import_reports where version_id = ${versionId}::uuid and day >= ${since}::date
    group by tool, python, os, accelerator having sum(count) >= ${least}::int
    order by sum(count) desc, 1, 2, 3, 4 limit ${limit}::bigint`.execute(db)
  return rows
}

/** Lists the reports about versions by day. */
export async function listReportDays(
  db: DbOrTx,
  versionIds: readonly string[],
  { since, now }: { since: Date; now: Date },
): Promise<(ReportDay & { version_id: string })[]> {
  if (versionIds.length === 0) return []
  const { rows } = await sql<ReportDay & { version_id: string }>`
    select version_id, ${now}::date - day as age,
      coalesce(sum(count) filter (where outcome = 'imported'), 0)::int as imported,
      coalesce(sum(count) filter (where outcome <> 'imported'), 0)::int as failed
    from import_reports where version_id = any(${versionIds}::uuid[]) and day >= ${since}::date
    group by version_id, day order by version_id, day`.execute(db)
  return rows
}

export interface Machine {
  tool: string
  python: string
  os: string
  accelerator: string
}

interface NewReports {
  day: Date
  machine: Machine
  reports: readonly { versionId: string; outcome: string }[]
  most: { perCell: number; perVersion: number }
}

/** Counts reports, up to a number per kind of machine and per version each day. Returns how many it counted. */
export async function addReports(tx: Tx, { day, machine, reports, most }: NewReports): Promise<number> {
  const given = JSON.stringify(reports.map(({ versionId, outcome }) => ({ version_id: versionId, outcome })))
  const { rows } = await sql`
    insert into import_reports as known (version_id, day, tool, python, os, accelerator, outcome, count)
    select version_id, ${day}::date, ${machine.tool}, ${machine.python}, ${machine.os}, ${machine.accelerator},
      outcome, 1
    from json_to_recordset(${given}::json) as given (version_id uuid, outcome text)
    where (select coalesce(sum(count), 0) from import_reports others
      where others.version_id = given.version_id and others.day = ${day}::date) < ${most.perVersion}::int
    order by version_id, outcome
    on conflict (version_id, day, tool, python, os, accelerator, outcome)
      do update set count = known.count + 1 where known.count < ${most.perCell}::int
    returning version_id`.execute(tx)
  return rows.length
}

export async function deleteReportsBefore(db: DbOrTx, day: Date): Promise<void> {
  await sql`delete from import_reports where day < ${day}::date`.execute(db)
}

/** Reads whether the newest CI result of each node's repository succeeded. Omits nodes without one. */
export async function listOutcomes(
  db: DbOrTx,
  nodeIds: readonly string[],
  since: Date,
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; passed: boolean }>`
    select n.id, newest.passed from nodes n cross join lateral (
      select r.status = 'COMPLETED' as passed from git_commits c join ci_results r on r.commit_id = c.id
      where c.repo_name = ${ciRepository} and r.status <> 'STARTED' and r.created_at >= ${since}
      order by r.created_at desc, r.id limit 1) as newest
    where n.id = any(${nodeIds}::text[])`.execute(db)
  return new Map(rows.map(({ id, passed }) => [id, passed]))
}

/** Lists nodes whose reports or CI results changed since then, in order of their ids. */
export async function listNodesWithNews(
  db: DbOrTx,
  { since, limit }: Since & { limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from nodes n where n.status = 'active' and n.facts_id is not null and (
      n.facts_id in (select version_id from import_reports where day >= ${since}::date)
      or ${ciRepository} in (select c.repo_name from ci_results r join git_commits c on c.id = r.commit_id
        where r.created_at >= ${since}))
    order by n.id limit ${limit}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}
