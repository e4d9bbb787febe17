import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { refuseDemoAccounts } from '../demo/accounts.ts'
import { seedDemo } from '../demo/seed.ts'
import { createRegistry } from './api.ts'
import { compose, createLog, openBlobs, openDatabase } from './compose.ts'
import { readConfig } from './config.ts'
import { listenForCommands } from './control.ts'
import type { Deps } from './deps.ts'
import { issueAfterStart, keepCatalogue } from './discovery/catalogue/jobs.ts'
import { createSite, type FindFile, openBuiltSite } from './discovery/site/site.ts'
import { findSiteFile } from './discovery/site-files/find.ts'
import { assertSurroundings, warningsAbout } from './doctor.ts'
import { transact } from './ground/db/changes.ts'
import { collationWarning } from './ground/db/explain.ts'
import { drain } from './ground/http/open-server.ts'
import { wakeOn, wakeOnMissed } from './ground/jobs/wake-on.ts'
import { blaming } from './ground/setting-error.ts'
import type { Config } from './ground/settings.ts'
import { openTelemetry } from './ground/telemetry/open.ts'
import { yieldToRequests } from './ground/threads/yield-to-requests.ts'
import { checkSecrets } from './operator/secrets/reseal.ts'
import { removeAbandonedCopies } from './packs/publishing/local-copy.ts'
import { outboxPath } from './people/identity/public-config.ts'
import { tellEvents } from './services/notifications/jobs.ts'

const shutdownMs = 25_000

await start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (!config.roles.has('api') && !config.roles.has('site')) yieldToRequests()
  // Must run before this process creates copies.
  await removeAbandonedCopies()
  const log = createLog(config)
  const stopping = new AbortController()
  let hasStarted = false
  const telemetry = await openTelemetry(config.telemetry, log, () => hasStarted && !stopping.signal.aborted)
  // The site loads while the database opens. A missing build fails the start.
  const opening = config.roles.has('site') ? openBuiltSite() : undefined
  // The error is reported below, after the database is open.
  opening?.catch(() => {})
  const database = await openDatabase(config, telemetry)
  const site = await opening
  const blobs = openBlobs(config)
  await assertSurroundings(config, blobs)
  const composed = await compose(config, {
    database,
    blobs,
    log,
    telemetry,
    works: config.roles.has('jobs'),
  })
  const { deps } = composed
  if (config.production) await refuseDemoAccounts(deps.db)
  const collation = database.server && collationWarning(database.server)
  const warnings = [
    ...warningsAbout(config, process.env),
    ...(collation ? [collation] : []),
    ...(await checkSecrets(deps)),
  ]
  for (const warning of warnings) log.warn(warning)
  let isFilling = wantsDemo(config, composed.isNew)
  const api = createRegistry(deps, () => stopping.signal.aborted)
  await api.fastify.ready()
  const servers: Server[] = []

  if (config.roles.has('api')) {
    const { host, apiPort: port } = config
    await api.fastify.listen({ host, port }).catch(blaming(`API_PORT=${port} on HOST=${host}`))
  }
  if (site) {
    const findFile: FindFile = (...given) => findSiteFile(deps, ...given)
    const parts = { ...site, api: api.handler, findFile, isFilling: () => isFilling }
    servers.push(await listen(await createSite(api, parts), config))
  }
  deps.installs.start()
  if (config.roles.has('api') || site) {
    void deps.searchIndex.load()
    void deps.syncPages.refresh()
  }
  if (config.roles.has('jobs')) await startJobs(deps)
  const control = await listenForCommands(deps)
  let seeding: Promise<void> | undefined
  stopOnSignals(deps, stopping, async () => {
    for (const server of [...servers, api.fastify.server]) drain(server)
    if (servers.length > 0 || config.roles.has('api')) await setTimeout(config.shutdownDelay * 1000)
    // Pages call the API in this process until the last one is sent.
    await Promise.all([...servers.map(close), control.close(), seeding])
    await api.fastify.close()
    await Promise.all([composed.close(), site?.pages.close()])
  })
  hasStarted = true
  announce(config, log)
  if (isFilling) {
    seeding = seedDemo(deps, (line) => console.log(line), stopping.signal)
    await seeding
    isFilling = false
  }
}

async function startJobs(deps: Deps): Promise<void> {
  await deps.jobs.work(deps)
  await transact(deps, (tx) => deps.jobs.send(tx, issueAfterStart, {}))
  wakeOnMissed(deps, issueAfterStart, {})
  await wakeOn(deps, 'nodeyard_events', tellEvents, {})
  await wakeOn(deps, 'nodeyard_catalogue', keepCatalogue, {})
}

/** Shuts down gracefully: finishes running requests, releases jobs, and exits after a timeout at the latest. */
function stopOnSignals(
  { changes, config, log }: Deps,
  stopping: AbortController,
  end: () => Promise<void>,
): void {
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    changes.stopWaiting()
    log.info({ signal }, 'stopping')
    setTimeout(shutdownMs + config.shutdownDelay * 1000, undefined, { ref: false }).then(() =>
      process.exit(1),
    )
    await end()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

function wantsDemo({ demo, production, roles }: Config, isNew: boolean): boolean {
  return isNew && (demo ?? !production) && roles.has('jobs') && roles.has('api')
}

async function listen(server: Server, { host, sitePort: port }: Config): Promise<Server> {
  server.listen(port, host)
  await once(server, 'listening').catch(blaming(`SITE_PORT=${port} on HOST=${host}`))
  return server
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function announce(config: Config, log: Logger): void {
  const { roles, siteUrl, apiUrl, dataDir, databaseUrl, productName, mail } = config
  // Programs read the log of a registry in production, and people that of their own.
  if (config.production) {
    log.info({ roles: [...roles], siteUrl, apiUrl }, `${productName} is ready.`)
    return
  }
  const mailbox = roles.has('site') ? siteUrl : apiUrl
  const lines = [
    `${productName} is ready.`,
    ...(roles.has('site') ? [`  Site  ${siteUrl}`] : []),
    ...(roles.has('api') ? [`  API   ${apiUrl}`] : []),
    databaseUrl ? '  Data  PostgreSQL' : `  Data  ${dataDir}`,
    ...(mail.kind === 'outbox'
      ? [`  Mail  ${mailbox}${outboxPath} (development mailbox; mail is not sent)`]
      : []),
  ]
  console.log(lines.join('\n'))
}
