import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openBlobs, openDatabase } from './compose.ts'
import { type Environment, InvalidConfiguration, misspelledSettings, readConfig } from './config.ts'
import type { BlobStore } from './ground/blobs/store.ts'
import { collationWarning } from './ground/db/explain.ts'
import { FolderInUse } from './ground/db/folder-lock.ts'
import { missingMigrations } from './ground/db/migrate.ts'
import { smtpMailer } from './ground/mail/smtp.ts'
import { blame, blaming, codeOf, SettingError } from './ground/setting-error.ts'
import type { Config } from './ground/settings.ts'
import { Git } from './packs/readings/sources/git.ts'

/** Resolves to what is fine, or rejects with what is not. */
type Check = () => Promise<string>
type Checks = Readonly<Record<string, Check>>

/** Throws one error that says what a process cannot work with, apart from the database. */
export async function assertSurroundings(config: Config, blobs: BlobStore): Promise<void> {
  const results = await Promise.allSettled(Object.values(surroundings(config, blobs)).map((check) => check()))
  const problems = results.flatMap((result) =>
    result.status === 'rejected' ? [messageOf(result.reason)] : [],
  )
  if (problems.length > 0) throw new SettingError(problems.join('; '))
}

/** Returns what an operator should know about settings that work. */
export function warningsAbout({ production, mail, identity }: Config, env: Environment): string[] {
  const isMute = production && mail.kind === 'none' && identity.kind === 'embedded'
  return [
    ...misspelledSettings(env),
    ...(isMute
      ? [
          'MAIL: without mail, people cannot verify their addresses or reset passwords, and ADMIN_EMAILS makes admins only of those who sign in with a provider',
        ]
      : []),
  ]
}

function surroundings(
  { blobs: { kind }, dataDir, readings, sigstoreTrustedRoot, searchPath }: Config,
  blobs: BlobStore,
): Checks {
  return {
    archives: async () => {
      const place = kind === 's3' ? 'S3' : dataDir
      await blobs.check().catch((error: unknown) => {
        throw kind === 's3' ? error : blame(`DATA_DIR=${dataDir}`, error)
      })
      return `in ${place}`
    },
    readings: async () => {
      for (const source of readings.sources) await checkSource(source, searchPath)
      return readings.sources.join(', ') || 'off'
    },
    attestations: async () => {
      if (sigstoreTrustedRoot !== undefined) await checkTrustedRoot(sigstoreTrustedRoot)
      return sigstoreTrustedRoot ?? 'the public Sigstore instance'
    },
  }
}

const gitWithinMs = 10_000

async function checkSource(source: string, searchPath: string): Promise<void> {
  if (source === 'host') return
  await new Git(searchPath)
    .text(['--version'], { signal: AbortSignal.timeout(gitWithinMs) })
    .catch(blaming(`READINGS=${source} needs the program git`))
  if (source === 'git') return
  const found = await stat(source).catch(blaming(`READINGS=${source}`))
  if (!found.isDirectory()) throw new SettingError(`READINGS=${source}: it is not a folder`)
}

async function checkTrustedRoot(file: string): Promise<void> {
  try {
    JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw blame(`SIGSTORE_TRUSTED_ROOT=${file}`, error)
  }
}

/** Prints everything that a start depends on, line by line. Resolves to 1 if something prevents a start. */
export async function diagnose(env: Environment, output: (line: string) => void): Promise<number> {
  const print = (state: 'ok' | 'note' | 'failed', name: string, text: string) =>
    output(`${state.padEnd(7)} ${name.padEnd(nameWidth)} ${text}`)
  const config = readOrPrint(env, print)
  if (!config) return 1
  print('ok', 'settings', `${config.production ? 'production' : 'development'}, valid`)
  for (const warning of warningsAbout(config, env)) print('note', 'settings', warning)
  const checks = {
    database: () => checkDatabase(config, (text) => print('note', 'database', text)),
    ...surroundings(config, openBlobs(config)),
    mail: () => checkMail(config),
    ports: () => checkPorts(config, (text) => print('note', 'ports', text)),
  }
  let code = 0
  for (const [name, check] of Object.entries(checks)) {
    await check().then(
      (text) => print('ok', name, text),
      (error: unknown) => {
        code = 1
        print('failed', name, messageOf(error))
      },
    )
  }
  return code
}

const nameWidth = 'attestations'.length

function readOrPrint(
  env: Environment,
  print: (state: 'failed' | 'note', name: string, text: string) => void,
): Config | undefined {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error
    for (const problem of error.problems) print('failed', 'settings', problem)
    for (const warning of misspelledSettings(env)) print('note', 'settings', warning)
    return undefined
  }
}

async function checkDatabase(config: Config, note: (text: string) => void): Promise<string> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'pglite')))
    return `a new one, embedded in ${config.dataDir}`
  const database = await openDatabase(config).catch((error: unknown) => {
    if (error instanceof FolderInUse) return undefined
    throw error
  })
  if (!database) return `${config.dataDir} is open in the running registry`
  try {
    const missing = await missingMigrations(database.patient)
    const warning = database.server && collationWarning(database.server)
    if (warning) note(warning)
    if (missing.length > 0) note(`The next start applies ${missing.join(', ')}.`)
    return database.server ? `PostgreSQL ${database.server.version}` : `embedded in ${config.dataDir}`
  } finally {
    await database.close()
  }
}

async function checkMail({ mail }: Config): Promise<string> {
  if (mail.kind !== 'smtp') return mail.kind
  await smtpMailer(mail)
    .check()
    .catch(blaming(`SMTP_URL with ${new URL(mail.url).host}`))
  return `${mail.from} by ${new URL(mail.url).host}`
}

/** A port that is taken can be that of the registry itself. */
async function checkPorts(
  { host, roles, sitePort, apiPort, telemetry }: Config,
  note: (text: string) => void,
): Promise<string> {
  const ports = {
    ...(roles.has('site') ? { SITE_PORT: sitePort } : {}),
    ...(roles.has('api') ? { API_PORT: apiPort } : {}),
    ...(telemetry.metrics ? { METRICS_PORT: telemetry.metrics.port } : {}),
  }
  for (const [name, port] of Object.entries(ports)) {
    const error = await listenOnce(host, port)
    if (!error) continue
    if (codeOf(error) === 'EADDRINUSE')
      note(`${name}=${port} is in use, by the running registry or another program.`)
    else throw blame(`${name}=${port} on HOST=${host}`, error)
  }
  return (
    Object.entries(ports)
      .map((pair) => pair.join(' '))
      .join(', ') || 'none'
  )
}

/** Returns the error of listening, if any. */
function listenOnce(host: string, port: number): Promise<Error | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
