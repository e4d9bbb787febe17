import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeAddresses, Program, runCommand } from '../../bench/program.ts'
import {
  type RunningPostgres,
  type Settings,
  startPostgres,
  startReplica,
} from '../../server/test/postgres.ts'
import { stallingProxy } from '../../server/test/stalling-proxy.ts'
import { startSwift } from '../../server/test/swift.ts'
import { type Balancer, startBalancer } from './balancer.ts'

export interface Cluster {
  siteUrl: string
  apiUrl: string
  folder: string
  primary: RunningPostgres
  replica: RunningPostgres
  /** Points the processes' database endpoint at another server, like a failover. */
  leadDatabaseTo(server: RunningPostgres): void
  balancer: Balancer
  /** Two for the site and the API, one for jobs. */
  programs: Record<ProgramName, Program>
  /** Runs an operator command against it. */
  command(...args: string[]): Promise<string>
  /** Stops everything and removes all files. */
  stop(): Promise<void>
}

export interface ClusterOptions {
  sitePort?: number
  apiPort?: number
  /** Variables for every process of the registry. */
  env?: Record<string, string>
  /** Variables for one process. */
  envOf?: (name: ProgramName) => Record<string, string>
  settings?: Settings
  /** The parent of the primary's data directory, temporary by default. */
  primaryParent?: string
  /** Inserts a proxy between a process and a service: receives the port and returns the one to use. */
  between?: (way: Way) => Promise<number>
}

export interface Way {
  from: ProgramName
  to: 'primary' | 'replica' | 'blobs'
  port: number
}

export type ProgramName = 'first' | 'second' | 'jobs'

/** Committed data survives the process, as in production; only a crash of the machine can lose it. */
const durable = { synchronous_commit: 'on', wal_keep_size: '256MB', wal_retrieve_retry_interval: 200 }

const byUs = { isStoppedByCaller: true }

/** Starts the whole setup on this machine. Stopping it leaves nothing behind. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closing.reverse()) await close()
    closing.length = 0
  }
  const started = <T extends { stop(): Promise<void> }>(server: T | { unavailable: string }): T => {
    if ('unavailable' in server) throw new Error(server.unavailable)
    closing.push(() => server.stop())
    return server
  }
  try {
    const { between = async ({ port }) => port } = options
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-cluster-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const place = options.primaryParent === undefined ? byUs : { ...byUs, parent: options.primaryParent }
    const primary = started(await startPostgres({ ...durable, ...options.settings }, place))
    const replica = started(await startReplica(primary, durable, byUs))
    const swift = started(await startSwift())
    const balancer = await startBalancer({ site: options.sitePort ?? 0, api: options.apiPort ?? 0 })
    closing.push(() => balancer.close())

    const endpoint = await stallingProxy({ port: portOf(primary.url) })
    closing.push(() => endpoint.close())
    const servers = {
      primary: endpoint.port,
      replica: portOf(replica.url),
      blobs: portOf(swift.endpoint),
    }
    const shared: Record<string, string> = {
      ...addressesOf(servers),
      BLOBS: 's3',
      S3_BUCKET: swift.bucket,
      S3_REGION: swift.region,
      AWS_ACCESS_KEY_ID: swift.accessKeyId,
      AWS_SECRET_ACCESS_KEY: swift.secretAccessKey,
      SITE_URL: balancer.urls['site'] ?? '',
      API_URL: balancer.urls['api'] ?? '',
      DATA_DIR: join(folder, 'data'),
      DEMO: 'off',
      ...options.env,
    }
    const program = async (name: ProgramName, env: Record<string, string>) => {
      const ports = { ...servers }
      for (const to of Object.keys(servers) as Way['to'][])
        ports[to] = await between({ from: name, to, port: servers[to] })
      return new Program(
        name,
        { ...shared, ...addressesOf(ports), ...options.envOf?.(name), ...env },
        join(folder, `${name}.log`),
      )
    }
    const web = async (name: 'first' | 'second') => {
      const { SITE_URL: site, API_URL: api, ...ports } = await freeAddresses()
      return {
        program: await program(name, { ...ports, ROLES: 'site,api' }),
        backend: { name, readyUrl: api, doors: { site, api } },
      }
    }
    const [first, second] = [await web('first'), await web('second')]
    const jobs = await program('jobs', { ROLES: 'jobs' })
    // The first one creates the tables.
    for (const one of [first.program, second.program, jobs]) {
      await one.start()
      closing.push(() => one.stop())
    }
    balancer.use([first.backend, second.backend])
    return {
      siteUrl: shared['SITE_URL'] ?? '',
      apiUrl: shared['API_URL'] ?? '',
      folder,
      primary,
      replica,
      leadDatabaseTo: ({ url }) => endpoint.redirect(portOf(url)),
      balancer,
      programs: { first: first.program, second: second.program, jobs },
      command: (...args) => runCommand(shared, args),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function addressesOf({ primary, replica, blobs }: Record<Way['to'], number>): Record<string, string> {
  return {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${primary}/postgres`,
    DATABASE_READ_URL: `postgres://postgres@127.0.0.1:${replica}/postgres`,
    S3_ENDPOINT: `http://127.0.0.1:${blobs}`,
  }
}

const portOf = (url: string) => Number(new URL(url).port)
