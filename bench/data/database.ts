import pg from 'pg'
import { migrate } from '../../server/src/ground/db/migrate.ts'
import { openPostgres } from '../../server/src/ground/db/open.ts'
import { violations } from '../../server/src/invariants.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { sizeFor } from './size.ts'
import { writeData } from './write.ts'

/** A PostgreSQL server with generated registries. */
export interface GeneratedData {
  /** Returns the URL of a registry with this many nodes, and generates it if necessary. */
  urlOf(nodes: number): Promise<string>
  stop(): Promise<void>
}

/** Settings for a machine with two cores and 16 GB: the hot data of 600,000 nodes fits in memory. */
const settings = {
  shared_buffers: '4GB',
  effective_cache_size: '12GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  random_page_cost: 1.1,
  max_wal_size: '4GB',
  shared_preload_libraries: 'pg_stat_statements',
}

/**
 * Starts a separate PostgreSQL, or uses the superuser URL in `BENCH_DATABASE_URL`, where generated data stays
 * for the next run.
 */
export async function openGeneratedData(): Promise<GeneratedData> {
  const given = process.env['BENCH_DATABASE_URL']
  const started = given ? { url: given, stop: async () => {} } : await startPostgres(settings)
  if ('unavailable' in started) throw new Error(started.unavailable)
  return {
    stop: () => started.stop(),
    async urlOf(nodes) {
      const name = `generated_${nodes}`
      const url = Object.assign(new URL(started.url), { pathname: `/${name}` }).href
      if (await create(started.url, name)) await fill(url, nodes)
      return url
    },
  }
}

/** Returns false when the database already exists. */
async function create(serverUrl: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount) return false
    await client.query(
      `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
    )
    return true
  } finally {
    await client.end()
  }
}

async function fill(url: string, nodes: number): Promise<void> {
  const database = await openPostgres(url, 4)
  try {
    await migrate(database.patient)
    const { rows, seconds } = await writeData(database.db, sizeFor(nodes), () => {})
    console.error(`${rows} rows for ${nodes} nodes in ${seconds} s`)
    const [broken] = await violations(database)
    if (broken) throw new Error(`${broken.rule}: ${broken.ids.join(', ')}`)
  } finally {
    await database.close()
  }
}
