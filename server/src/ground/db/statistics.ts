import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Updates what the planner knows about tables that have changed a lot, which also discards the plans that functions keep from when
 * the tables were small. On the embedded database, which has no autovacuum, it vacuums too. Returns the tables it has updated.
 */
export async function refreshStatistics(database: Database): Promise<string[]> {
  if (database.kind === 'postgres') {
    await sql`analyze`.execute(database.patient)
    return []
  }
  const tables = await listChangedTables(database)
  // One table per statement, so that requests run in between.
  for (const { name, isBloated } of tables)
    await sql.raw(`${isBloated ? 'vacuum (analyze)' : 'analyze'} ${name}`).execute(database.patient)
  return tables.map(({ name }) => name)
}

/**
 * Applies the thresholds of autovacuum to the counts of changed rows. A crash loses these counts, so a table that has gained pages
 * counts as changed too.
 */
async function listChangedTables({ patient }: Database): Promise<{ name: string; isBloated: boolean }[]> {
  // Writes the counts of the last second, which the connection still holds.
  await sql`select pg_stat_force_next_flush()`.execute(patient)
  const { rows } = await sql<{ name: string; isBloated: boolean }>`
    select name, dead > 50 + 0.2 * known as "isBloated" from (
      select format('%I.%I', s.schemaname, s.relname) as name, greatest(c.reltuples, 0) as known, c.relpages as known_pages,
        s.n_mod_since_analyze as changed, s.n_dead_tup as dead,
        pg_relation_size(c.oid) / current_setting('block_size')::int as pages
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    ) as tables
    where changed > 50 + 0.1 * known or dead > 50 + 0.2 * known or pages > 10 + 1.2 * known_pages
    order by name`.execute(patient)
  return rows
}
