import { allJobs } from '../all-jobs.ts'
import type { Deps } from '../deps.ts'
import { assertCanTake, assertUsedAlone, copyRows } from '../ground/db/copy.ts'
import type { Database } from '../ground/db/database.ts'
import { migrate } from '../ground/db/migrate.ts'
import { openPostgres } from '../ground/db/open.ts'
import { isDatabaseUrl } from '../ground/db/postgres.ts'
import { openJobs } from '../ground/jobs/jobs.ts'
import type { Config } from '../ground/settings.ts'

const connections = 2

/** The rows of a new database: the publisher of unclaimed nodes, and those of the job library. */
const initialRows = {
  'public.publishers': "id = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'",
  'jobs.version': 'true',
  'jobs.queue': 'true',
  'jobs.schedule': 'true',
}

/** Throws if the target is the configured database, because opening that would insert its first rows. */
export function assertIsAnother({ databaseUrl }: Pick<Config, 'databaseUrl'>, url: string | undefined): void {
  if (databaseUrl !== undefined && databaseUrl === url)
    throw new Error(
      'DATABASE_URL must be the database to copy from. Without it, the embedded database is copied.',
    )
}

/**
 * Copies the whole database into an empty PostgreSQL. A failure leaves no copied rows, so the copy can be repeated.
 */
export async function copyTo(
  deps: Pick<Deps, 'database' | 'log' | 'telemetry'>,
  url: string,
  output: (line: string) => void,
): Promise<void> {
  await assertUsedAlone(deps.database)
  const target = await openTarget(url)
  try {
    // Checked before any change, because it could be the database of another registry.
    await assertCanTake(deps.database, target, initialRows)
    await makeTables(deps, target)
    const { tables, rows } = await copyRows(deps.database, target, { initialRows, output })
    output(`Copied and compared ${rows.toLocaleString('en')} rows of ${tables} tables.`)
  } finally {
    await target.close()
  }
}

async function openTarget(url: string): Promise<Database> {
  if (!isDatabaseUrl(url)) throw new Error('URL must start with postgres:// or postgresql://.')
  return openPostgres(url, connections, undefined, 'URL')
}

/** Creates all tables, including those of the job library, which it creates on start. */
async function makeTables(
  { log, telemetry }: Pick<Deps, 'log' | 'telemetry'>,
  target: Database,
): Promise<void> {
  await migrate(target.patient)
  const jobs = await openJobs(target, allJobs, { log, telemetry }, { works: false })
  await jobs.stop()
}
