import type { Server } from 'node:http'
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
import { transact } from './ground/db/changes.ts'
import { wakeOn, wakeOnMissed } from './ground/jobs/wake-on.ts'
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
  const composed = await compose(config, {
    database,
    blobs: openBlobs(config),
    log,
    telemetry,
    works: config.roles.has('jobs'),
  })
  const { deps } = composed
  if (config.production) await refuseDemoAccounts(deps.db)
  for (const warning of await checkSecrets(deps)) log.warn(warning)
  let isFilling = wantsDemo(config, composed.isNew)
  const api = createRegistry(deps, () => stopping.signal.aborted)
  await api.fastify.ready()
  const servers: Server[] = []

  if (config.roles.has('api')) {
    await api.fastify.listen({ host: config.host, port: config.apiPort })
  }
  if (site) {
    const findFile: FindFile = (...given) => findSiteFile(deps, ...given)
    const parts = { ...site, api: api.handler, findFile, isFilling: () => isFilling }
    servers.push(await listen(await createSite(api, parts), config.host, config.sitePort))
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
    await Promise.all([...servers.map(close), api.fastify.close(), control.close(), seeding])
    await Promise.all([composed.close(), site?.pages.close()])
  })
  hasStarted = true
  announce(config)
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
function stopOnSignals({ changes, log }: Deps, stopping: AbortController, end: () => Promise<void>): void {
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    changes.stopWaiting()
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), shutdownMs).unref()
    await end()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

function wantsDemo({ demo, production, roles }: Config, isNew: boolean): boolean {
  return isNew && (demo ?? !production) && roles.has('jobs') && roles.has('api')
}

async function listen(server: Server, host: string, port: number): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return server
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function announce(config: Config): void {
  const { roles, siteUrl, apiUrl, dataDir, databaseUrl, productName, mail } = config
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
