import type { Database } from '../../server/src/ground/db/database.ts'
import { migrate } from '../../server/src/ground/db/migrate.ts'
import { openPostgres } from '../../server/src/ground/db/open.ts'
import { violations } from '../../server/src/invariants.ts'
import { addressOf, createDatabase, onServer, startPostgres } from '../../server/test/postgres.ts'
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
      const url = addressOf(started.url, name)
      const found = await onServer(started.url, 'select from pg_database where datname = $1', [name])
      if (found.rowCount) return url
      await createDatabase(started.url, name)
      const database = await openPostgres(url, 4)
      await fillRegistry(database, nodes, (done) => console.error(done)).finally(() => database.close())
      return url
    },
  }
}

/** Migrates an empty registry and fills it. Throws if the data breaks a rule. */
export async function fillRegistry(
  database: Database,
  nodes: number,
  onProgress: (done: string) => void,
): Promise<void> {
  await migrate(database.patient)
  const { rows, seconds } = await writeData(database.db, { nodes, seed: 1, now: new Date() }, onProgress)
  onProgress(`${rows} rows for ${nodes} nodes in ${seconds} s`)
  const broken = (await violations(database)).map(({ rule, ids }) => `${rule}: ${ids.join(', ')}`)
  if (broken.length > 0) throw new Error(broken.join('\n'))
}
