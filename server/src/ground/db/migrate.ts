import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { SettingError } from '../setting-error.ts'
import type { Schema } from './schema.ts'

const firstMigration = '0001_schema'
const folder = new URL('../../../migrations/', import.meta.url)

/**
 * Applies the missing migrations and returns their names. Several processes can call it at the same time: one migrates
 * under a lock, the others wait. Migrations that a newer release has applied are ignored, because processes of both
 * releases start during a rolling update. Refuses databases from before 1.0.0, whose migrations are gone.
 */
export async function migrate(db: Kysely<Schema>): Promise<string[]> {
  const own = await readMigrations()
  // Reads first, because the migrator occupies the only connection of the embedded database.
  for (let known = await readApplied(db); ; ) {
    assertSupported(known)
    if (Object.keys(known).length === 0) await assertEmpty(db)
    // Most starts end here, without the migrator, which would read the whole database catalog.
    if (Object.keys(own).every((name) => name in known)) return []
    const { error, results = [] } = await runMigrations(db, { ...known, ...own })
    if (!error) {
      const applied = results.filter(({ status }) => status === 'Success')
      return applied.map(({ migrationName }) => migrationName)
    }
    // A newer release may have applied migrations while this process waited for the lock.
    const before = Object.keys(known).length
    known = await readApplied(db)
    if (Object.keys(known).length === before) throw error
  }
}

/** Returns the names of migrations that the next start applies. */
export async function missingMigrations(db: Kysely<Schema>): Promise<string[]> {
  const known = await readApplied(db)
  assertSupported(known)
  if (Object.keys(known).length === 0) await assertEmpty(db)
  return Object.keys(await readMigrations()).filter((name) => !(name in known))
}

function assertSupported(known: Record<string, Migration>): void {
  if (Object.keys(known).length === 0 || firstMigration in known) return
  throw new Error(
    'The database is from before release 1.0.0 and cannot be upgraded. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
  )
}

/** The first migration would fail in a database of another program that has tables of these names. */
async function assertEmpty(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${['users', 'publishers', 'nodes']}::text[]) as name
    where to_regclass('public.' || name) is not null`.execute(db)
  if (rows.length > 0)
    throw new SettingError(
      `DATABASE_URL: the database has tables of another program (${rows.map(({ name }) => name).join(', ')}). Name an empty database`,
    )
}

function runMigrations(
  db: Kysely<Schema>,
  migrations: Record<string, Migration>,
): Promise<MigrationResultSet> {
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  }).migrateToLatest()
}

/** All applied migrations, including those of a newer release, whose files are missing here. */
async function readApplied(db: Kysely<Schema>): Promise<Record<string, Migration>> {
  const table = await sql<{
    found: string | null
  }>`select to_regclass('kysely_migration')::text as found`.execute(db)
  if (!table.rows[0]?.found) return {}
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]))
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8')
    const up: Migration['up'] = async (db) => {
      await sql.raw(text).execute(db)
    }
    return [name.replace(/\.sql$/, ''), { up }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
