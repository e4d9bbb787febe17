import { allJobs } from '../all-jobs.ts'
import type { Deps } from '../deps.ts'
import { assertCanTake, assertNobodyElse, copyRows } from '../ground/db/copy.ts'
import type { Database } from '../ground/db/database.ts'
import { migrate } from '../ground/db/migrate.ts'
import { openPostgres } from '../ground/db/open.ts'
import { isDatabaseUrl } from '../ground/db/postgres.ts'
import { openJobs } from '../ground/jobs/jobs.ts'
import type { Config } from '../ground/settings.ts'

const connections = 2

/** The publisher of unclaimed nodes, and the rows of the job library. */
const initialRows = {
  'public.publishers': "id = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'",
  'jobs.version': 'true',
  'jobs.queue': 'true',
  'jobs.schedule': 'true',
}

/** Throws where the target is the database of the settings in force: opening that one would put the first rows into it. */
export function assertIsAnother({ databaseUrl }: Pick<Config, 'databaseUrl'>, url: string | undefined): void {
  if (databaseUrl !== undefined && databaseUrl === url)
    throw new Error(
      'DATABASE_URL is that of the database to copy from. Without it the embedded one is copied.',
    )
}

/**
 * Copies the whole database into an empty PostgreSQL. Where it cannot, that one has no rows of it, and it may be tried
 * again.
 */
export async function copyTo(
  deps: Pick<Deps, 'database' | 'log' | 'telemetry'>,
  url: string,
  output: (line: string) => void,
): Promise<void> {
  await assertNobodyElse(deps.database)
  const target = await openTarget(url)
  try {
    // Before its tables are changed: it may be the database of another registry.
    await assertCanTake(deps.database, target, initialRows)
    await makeTables(deps, target)
    const { tables, rows } = await copyRows(deps.database, target, { initialRows, output })
    output(`${rows.toLocaleString('en')} rows of ${tables} tables are copied, and the same on both sides.`)
  } finally {
    await target.close()
  }
}

async function openTarget(url: string): Promise<Database> {
  if (!isDatabaseUrl(url)) throw new Error('URL: an address that starts with postgres:// or postgresql://')
  return openPostgres(url, connections).catch((error: Error & { code?: string }) => {
    // Where several addresses of a host were tried, only the code says why.
    throw new Error(`This PostgreSQL cannot be used: ${error.message || error.code}`, { cause: error })
  })
}

/** Those of the job library too, which makes them when it starts. */
async function makeTables(
  { log, telemetry }: Pick<Deps, 'log' | 'telemetry'>,
  target: Database,
): Promise<void> {
  await migrate(target.patient)
  const jobs = await openJobs(target, allJobs, { log, telemetry }, { works: false })
  await jobs.stop()
}
