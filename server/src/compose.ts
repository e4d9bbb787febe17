import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { accountHooks } from './account-hooks.ts'
import { allJobs } from './all-jobs.ts'
import { layOutDatabase } from './database-template.ts'
import type { Deps } from './deps.ts'
import { SyncPages } from './discovery/catalogue/sync-pages.ts'
import { reindexNodes } from './discovery/search/reindex.ts'
import { SearchIndex } from './discovery/search/search-index.ts'
import { noWorkflowFiles, workflowFiles } from './discovery/workflow-files/source.ts'
import { showFigures } from './figures.ts'
import { diskStore } from './ground/blobs/disk.ts'
import { s3Store } from './ground/blobs/s3.ts'
import type { BlobStore } from './ground/blobs/store.ts'
import { createChanges, followChanges } from './ground/db/changes.ts'
import type { Database, Db } from './ground/db/database.ts'
import { explainDatabase } from './ground/db/explain.ts'
import { migrate } from './ground/db/migrate.ts'
import { openEmbedded, openPostgres } from './ground/db/open.ts'
import { openReplicas } from './ground/db/open-replicas.ts'
import { world } from './ground/deps.ts'
import { ResponseCache } from './ground/http/response-cache.ts'
import { openJobs } from './ground/jobs/jobs.ts'
import { openMailer, openSender } from './ground/mail/open.ts'
import { noPictures, pictureSource } from './ground/pictures/picture-source.ts'
import { type Seal, sealWith } from './ground/seal.ts'
import type { Config } from './ground/settings.ts'
import { silentTelemetry, type Telemetry } from './ground/telemetry/telemetry.ts'
import { attestationVerifier, trustedRootIn } from './packs/attestations/verify.ts'
import { installCounter } from './packs/nodes/install-counter.ts'
import { analystPool } from './packs/publishing/analyst-pool.ts'
import { processVersion } from './packs/publishing/jobs.ts'
import { popularNames } from './packs/publishing/look-alikes/popular-names.ts'
import { settleVersions } from './packs/publishing/settle.ts'
import { HostTurns } from './packs/readings/host-turns.ts'
import { repositorySourcesOf, requestedSourcesOf } from './packs/readings/sources/configured.ts'
import { Wishes } from './packs/readings/wishes.ts'
import { ciIssuers } from './packs/trusted-publishing/issuers.ts'
import { recordPauses, stopCredentialsOf } from './packs/trusted-publishing/stop-credentials.ts'
import { codeHostAt } from './people/code-host/client.ts'
import { playCodeHost } from './people/code-host/played-host.ts'
import { codeHostSignIn, type OpenCodeHost } from './people/code-host/sign-in.ts'
import { passwordCost } from './people/identity/embedded/password.ts'
import { embeddedIdentity } from './people/identity/embedded/signing.ts'
import { hostedIdentity } from './people/identity/hosted.ts'
import type { Identity } from './people/identity/identity.ts'
import { knownUsers } from './people/identity/known-users.ts'
import { sealedKey } from './people/identity/sealed-key.ts'
import { serviceVerifier } from './people/identity/service-token.ts'
import { readOrMakeSecret } from './people/identity/sql.ts'
import { rescanVersions } from './safety/rescans/jobs.ts'
import { usageMeter } from './services/proxy/meter.ts'

const mebibyte = 1024 * 1024
/** Less beside an embedded database, which serves few users from a small machine. */
export const responseCacheBytes = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): number =>
  (databaseUrl ? 256 : 64) * mebibyte

/** A composed registry, and how to shut it down in order. */
export interface Composed {
  deps: Deps
  /** Whether this start created the database. */
  isNew: boolean
  close(): Promise<void>
}

/** Opens PostgreSQL if configured, or else the embedded database. */
export function openDatabase(
  { databaseUrl, databaseConnections, dataDir }: Config,
  { ranQuery }: Telemetry = silentTelemetry,
): Promise<Database> {
  return databaseUrl
    ? openPostgres(databaseUrl, databaseConnections, ranQuery)
    : openEmbedded({ folder: dataDir, layOut: layOutDatabase }, ranQuery)
}

/** Opens S3 or the local disk, as configured. */
export function openBlobs({ blobs, dataDir }: Config): BlobStore {
  return blobs.kind === 's3' ? s3Store(blobs) : diskStore({ root: join(dataDir, 'blobs') })
}

/** Creates the logger, which redacts credentials. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: logLevel, redact: ['headers.authorization', 'personal_access_token'] })
}

/** Opens the configured code host, or the fake one for development. */
export function openCodeHost(config: Pick<Config, 'codeHost' | 'siteUrl'>): OpenCodeHost {
  const { codeHost } = config
  if (codeHost.isFake) return playCodeHost(config)
  const { app } = codeHost
  return {
    codeHost: codeHostAt(codeHost, globalThis.fetch),
    ...(app ? { codeHostSignIn: codeHostSignIn(codeHost, app, globalThis.fetch) } : {}),
  }
}

export interface Parts {
  database: Database
  blobs: BlobStore
  log: Logger
  /** Omitted in processes without telemetry. */
  telemetry?: Telemetry
  /** Whether this process can run jobs. */
  works: boolean
  retrySeconds?: number
  overrides?: Partial<Deps>
}

/** Composes the parts that every process needs, whether server, command or test. */
export async function compose(config: Config, parts: Parts): Promise<Composed> {
  const { database, blobs, log, telemetry = silentTelemetry } = parts
  const { db } = database
  const applied = await migrate(database.patient).catch((error: unknown) => {
    throw config.databaseUrl === undefined ? error : explainDatabase(config.databaseUrl, error)
  })
  const now = parts.overrides?.now ?? world.now
  const changes = createChanges((tx, nodeIds) => reindexNodes(tx, nodeIds, now()))
  const newId = parts.overrides?.newId ?? world.newId
  const seal = sealWith(config.identityKeys)
  const stopFollowing = await followChanges(database, changes, log)
  const replicas = openReplicas(config.databaseReadUrls, {
    primary: database,
    changes,
    connections: config.databaseConnections,
    onQuery: telemetry.ranQuery,
    log,
  })
  const jobs = await openJobs(
    database,
    allJobs,
    { log, telemetry },
    {
      works: parts.works,
      ...(parts.retrySeconds === undefined ? {} : { retrySeconds: parts.retrySeconds }),
    },
  )
  const keys = await readKeys(db, seal)
  const deps: Deps = {
    config,
    log,
    telemetry,
    database,
    db,
    replicas,
    changes,
    blobs,
    jobs,
    responseCache: new ResponseCache({
      maxBytes: responseCacheBytes(config),
      now: () => now().getTime(),
      changes,
    }),
    searchIndex: new SearchIndex({ db, config, changes, log }),
    identity: await identityOf(config, { db, changes, now, newId, seal }),
    knownUsers: knownUsers({ db, changes, now }),
    seal,
    passwordCost,
    mailer: openMailer(config, { db, now }),
    sender: openSender(config, { db, now }),
    ...readersOf(config, log),
    popularNames: popularNames({ db, now }),
    attestationVerifier: attestationVerifier(trustedRootIn(config.sigstoreTrustedRoot)),
    installs: installCounter({ db, changes, now }, log),
    syncPages: new SyncPages({ db, changes, now }, log),
    providers: {},
    ...openCodeHost(config),
    ciIssuers: ciIssuers(config.ciIssuers, now),
    ...picturesOf(config),
    ...acrossDomains(now, jobs),
    ...keys,
    verifyService: serviceVerifier({ ...keys, now }, config.serviceProvider),
    usage: usageMeter({ db, now, newId: world.newId }, log),
    ...world,
    strictContract: false,
    ...parts.overrides,
  }
  showFigures(deps)
  return {
    deps,
    isNew: database.isNew || applied.some((name) => name.startsWith('0001')),
    async close() {
      await stopWork(deps, jobs)
      await stopFollowing()
      await replicas.close()
      await telemetry.stop()
      await database.close()
    },
  }
}

/** Stops everything that still writes to the database, in order. */
async function stopWork(deps: Deps, jobs: Deps['jobs']): Promise<void> {
  await deps.installs.stop()
  await deps.usage.flush()
  await jobs.stop()
  await deps.analyst.stop()
  await deps.repositoryAnalyst.stop()
  await deps.searchIndex.stop()
  await deps.syncPages.stop()
}

/** The parts that read archives and repositories. */
function readersOf(config: Config, log: Logger) {
  return {
    analyst: analystPool({ workers: config.analysisWorkers, log }),
    repositoryAnalyst: analystPool({ workers: config.readings.workers, log, isIdle: true }),
    repositorySources: repositorySourcesOf(config),
    requestedSources: requestedSourcesOf(config),
    hostTurns: new HostTurns(),
    wishes: new Wishes(),
  } satisfies Partial<Deps>
}

const picturesOf = ({ showsPictures }: Config) => ({
  workflowFiles: showsPictures ? workflowFiles() : noWorkflowFiles,
  pictures: showsPictures ? pictureSource() : noPictures,
})

async function identityOf(
  { identity }: Config,
  deps: Parameters<typeof embeddedIdentity>[0],
): Promise<Identity> {
  return identity.kind === 'hosted' ? hostedIdentity(identity, deps.now) : embeddedIdentity(deps)
}

/** Functions of later domains that earlier ones call. */
function acrossDomains(now: () => Date, jobs: Deps['jobs']) {
  const stopCredentials: Deps['stopCredentials'] = (tx, actor, lost) =>
    stopCredentialsOf(tx, { now }, actor, lost)
  return {
    stopCredentials,
    recordPauses: (tx, actor, userId) => recordPauses(tx, { now }, actor, userId),
    async queueRescan(tx, rescanId) {
      await jobs.send(tx, rescanVersions, { rescanId })
    },
    async settle(tx, versionIds) {
      await jobs.send(tx, settleVersions, { versionIds: [...versionIds] })
    },
    async processAgain(tx, versionId) {
      await jobs.send(tx, processVersion, { versionId })
    },
    accountHooks: accountHooks({ now, stopCredentials }),
  } satisfies Partial<Deps>
}

/** Reads the keys that the registry generates for itself, creating missing ones. */
async function readKeys(db: Db, seal: Seal) {
  return {
    codeHostKey: await keyNamed(db, 'code-host-key'),
    uploadKey: await keyNamed(db, 'upload-key'),
    notificationKey: await keyNamed(db, 'notification-key'),
    adminTokenKey: await sealedKey({ db, seal }, 'admin-token-key'),
    serviceTokenKey: await sealedKey({ db, seal }, 'service-token-key'),
  }
}

const keyNamed = (db: Db, name: string) =>
  readOrMakeSecret(db, name, async () => randomBytes(32).toString('base64url'))
