import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { digestOfTemplate, prepareDatabase } from '../src/database-template.ts'
import type { Database } from '../src/ground/db/database.ts'
import { openEmbedded, openPostgres } from '../src/ground/db/open.ts'
import { silentTelemetry, type Telemetry } from '../src/ground/telemetry/telemetry.ts'
import { addressOf, createDatabase } from './postgres.ts'

/**
 * Opens a fresh, migrated database: `TEST_DATABASE` selects the engine, `TEST_DATABASE_URL` the PostgreSQL
 * server.
 */
export function openTestDatabase({
  ranQuery,
}: Pick<Telemetry, 'ranQuery'> = silentTelemetry): Promise<Database> {
  return process.env['TEST_DATABASE'] === 'postgres' ? openOnPostgres(ranQuery) : openOnPglite(ranQuery)
}

/**
 * Creating an embedded database takes seconds, loading a dump a fraction, so all test files share one dump.
 */
async function openOnPglite(onQuery: Telemetry['ranQuery']): Promise<Database> {
  const template = join(tmpdir(), `nodeyard-test-template-${digestOfTemplate()}.tar`)
  if (!existsSync(template)) {
    const made = await openEmbedded({})
    await prepareDatabase(made)
    await dropOtherDatabases(made)
    const part = `${template}.${randomUUID()}`
    if (made.embedded) await writeFile(part, await made.embedded.dump())
    await rename(part, template)
    await made.close()
  }
  return openEmbedded({ template }, onQuery)
}

/** These make up two thirds of the files that are unpacked each time. */
async function dropOtherDatabases({ raw }: Database): Promise<void> {
  await raw.query("update pg_database set datistemplate = false where datname like 'template_'")
  for (const name of ['template0', 'template1']) await raw.query(`drop database ${name}`)
}

async function openOnPostgres(onQuery: Telemetry['ranQuery']): Promise<Database> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (!serverUrl) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL, the URL of a superuser.')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = await templateOn(serverUrl)
  // Copying files takes a seventh of the work of the default, which logs every page.
  await onServer(serverUrl, (query) =>
    query(`create database ${name} template ${template} strategy file_copy`),
  )
  const database = await openPostgres(addressOf(serverUrl, name), 5, onQuery)
  return {
    ...database,
    async close() {
      await database.close()
      await onServer(serverUrl, (query) => query(`drop database ${name} with (force)`))
    },
  }
}

/** The first test file that needs the template creates it while the others wait, as on PGlite. */
async function templateOn(serverUrl: string): Promise<string> {
  const template = `template_${digestOfTemplate()}`
  await onServer(serverUrl, async (query) => {
    // Released with the connection.
    await query("select pg_advisory_lock(hashtext('template'))")
    const found = await query(`select 1 from pg_database where datname = '${template}'`)
    if (found.rowCount) return
    const part = `${template}_part`
    await query(`drop database if exists ${part}`)
    const made = await openPostgres(await createDatabase(serverUrl, part), 5)
    await prepareDatabase(made).finally(() => made.close())
    await query(`alter database ${part} rename to ${template}`)
  })
  return template
}

async function onServer(
  url: string,
  work: (query: (statement: string) => Promise<pg.QueryResult>) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work((statement) => client.query(statement)).finally(() => client.end())
}
