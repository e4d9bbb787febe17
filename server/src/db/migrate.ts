import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Brings the database to the newest form; returns the names of what was applied. Safe to run side by side. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? [])
    .filter(({ status }) => status === 'Success')
    .map(({ migrationName }) => migrationName)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
