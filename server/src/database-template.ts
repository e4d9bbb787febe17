import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { allJobs } from './all-jobs.ts'
import type { Database } from './ground/db/database.ts'
import { migrate } from './ground/db/migrate.ts'
import { openEmbedded } from './ground/db/open.ts'
import { openJobs } from './ground/jobs/jobs.ts'
import { silentTelemetry } from './ground/telemetry/telemetry.ts'

const root = new URL('../../', import.meta.url)
const usualCache = fileURLToPath(new URL('node_modules/.cache/nodeyard-database/', root))

/** Creates everything in a database that is the same in every registry: tables and queues, but no secrets. */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database.patient)
  const jobs = await openJobs(
    database,
    allJobs,
    { log: pino({ level: 'silent' }), telemetry: silentTelemetry },
    { works: false },
  )
  await jobs.stop()
}

/**
 * Copies a prepared database to `folder`, which must not exist. Preparing one takes seconds and copying it a fraction, so
 * the prepared one is kept for later, separately for each set of migrations, jobs and packages. Where it cannot be kept,
 * nothing is copied, and the caller creates the database as if there were no template.
 */
export async function layOutDatabase(folder: string, cache = usualCache): Promise<void> {
  const template = await ensureTemplate(cache)
  if (template) copyWhole(template, folder)
}

/** Appears under its name only when it is complete. */
function copyWhole(template: string, folder: string): void {
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  // Synchronous: the asynchronous copy of a thousand small files takes six times as long.
  cpSync(template, part, { recursive: true, mode: constants.COPYFILE_FICLONE })
  renameSync(part, folder)
}

/** Path of the prepared database, which is created when it is missing; undefined where the cache cannot be written. */
export async function ensureTemplate(cache = usualCache): Promise<string | undefined> {
  const digest = digestOfTemplate()
  const template = join(cache, digest)
  if (existsSync(template)) return template
  const work = await makeFolder(cache).catch(() => undefined)
  if (!work) return undefined
  try {
    const database = await openEmbedded({ folder: work })
    await prepareDatabase(database).finally(() => database.close())
    await moveUnlessThere(join(work, 'pglite'), template)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  await removeOlderTemplates(cache, digest)
  return template
}

async function makeFolder(cache: string): Promise<string> {
  await mkdir(cache, { recursive: true })
  return mkdtemp(join(cache, 'part-'))
}

/** Another process may have been faster; its template is as good. */
async function moveUnlessThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!existsSync(to)) throw error
  })
}

async function removeOlderTemplates(cache: string, current: string): Promise<void> {
  const older = (await readdir(cache)).filter((name) => name !== current && !name.startsWith('part-'))
  for (const name of older) await rm(join(cache, name), { recursive: true, force: true })
}

/** Digest of everything that a prepared database depends on. */
export function digestOfTemplate(): string {
  const migrations = new URL('server/migrations/', root)
  const queues = allJobs.map(({ run, giveUp, ...settings }) => ({
    ...settings,
    hasGivenUp: giveUp !== undefined,
  }))
  const hash = createHash('sha256').update(JSON.stringify(queues))
  for (const name of readdirSync(migrations).sort()) {
    hash.update(`${name}\0`).update(readFileSync(new URL(name, migrations)))
  }
  for (const name of ['pg-boss', '@electric-sql/pglite', 'kysely']) {
    hash.update(readFileSync(new URL(`node_modules/${name}/package.json`, root)))
  }
  return hash.digest('hex').slice(0, 16)
}
