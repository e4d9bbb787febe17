import type { ParamsOf, QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type {
  ActionJobResult,
  GitCommitSummary,
  getCiResult as getRoute,
  listCiResults as listRoute,
  RunState,
  listCommitSummaries as summariesRoute,
} from '@nodeyard/contract/services'
import { RegistryError } from '../../ground/errors.ts'
import { servedPage, totalPages } from '../../ground/http/paging.ts'
import type { Deps } from './deps.ts'
import {
  countCommits,
  countResults,
  findResult,
  listCommits,
  listFilesOf,
  listResults,
  listStatesOf,
  type ResultRow,
} from './sql.ts'
import { toActionJobResult, toCommitSummary } from './to-wire.ts'

/** Lists results in pages. An unknown commit returns an empty list. Source: API contract 21.2. */
export async function listCiResults(
  { db }: Pick<Deps, 'db'>,
  repository: string,
  query: QueryOf<typeof listRoute>,
): Promise<ResponseOf<typeof listRoute>> {
  const page = servedPage({ page: query.page, limit: query.pageSize }, limits.pageSize)
  const filter = {
    repository,
    commit: query.commitId,
    operatingSystem: query.operatingSystem,
    workflow: query.workflowName,
    branch: query.branch,
  }
  const total = await countResults(db, filter)
  return {
    jobResults: await withFiles(db, await listResults(db, filter, page)),
    totalNumberOfPages: totalPages(total, page.limit),
  }
}

/** Returns one result. Throws `ci_result_not_found`. */
export async function getCiResult(
  { db }: Pick<Deps, 'db'>,
  { workflowResultId }: ParamsOf<typeof getRoute>,
): Promise<ActionJobResult> {
  const row = await findResult(db, workflowResultId)
  const [result] = await withFiles(db, row ? [row] : [])
  if (!result) throw new RegistryError('ci_result_not_found')
  return result
}

/** Summarizes the runs of each commit by operating system; the worst state wins. */
export async function listCommitSummaries(
  { db }: Pick<Deps, 'db'>,
  repository: string,
  { branchName, page, pageSize }: QueryOf<typeof summariesRoute>,
): Promise<ResponseOf<typeof summariesRoute>> {
  const served = servedPage({ page, limit: pageSize }, limits.pageSize)
  const filter = { repository, branch: branchName }
  const commits = await listCommits(db, filter, served)
  const states = Object.groupBy(
    await listStatesOf(
      db,
      commits.map(({ id }) => id),
    ),
    ({ commit_id }) => commit_id,
  )
  const summaries = commits.map((commit): GitCommitSummary => {
    const worst = new Map<string, RunState>()
    for (const { operating_system: system, status } of states[commit.id] ?? []) {
      worst.set(system, worseOf(worst.get(system), status))
    }
    return toCommitSummary(commit, Object.fromEntries(worst))
  })
  return {
    commitSummaries: summaries,
    totalNumberOfPages: totalPages(await countCommits(db, filter), served.limit),
  }
}

const fromBestToWorst: readonly RunState[] = ['COMPLETED', 'STARTED', 'FAILED']

function worseOf(one: RunState | undefined, other: RunState): RunState {
  return one && fromBestToWorst.indexOf(one) > fromBestToWorst.indexOf(other) ? one : other
}

async function withFiles(db: Deps['db'], rows: readonly ResultRow[]): Promise<ActionJobResult[]> {
  const files = Object.groupBy(
    await listFilesOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ result_id }) => result_id,
  )
  return rows.map((row) => toActionJobResult(row, files[row.id] ?? []))
}
