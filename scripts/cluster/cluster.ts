import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  findFreePort,
  type RunningPostgres,
  type Settings,
  startPostgres,
  startReplica,
} from '../../server/test/postgres.ts'
import { startSwift } from '../../server/test/swift.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { Program, runCommand } from './program.ts'

export interface Cluster {
  siteUrl: string
  apiUrl: string
  folder: string
  primary: RunningPostgres
  replica: RunningPostgres
  balancer: Balancer
  /** Two for the site and the API, one for jobs. */
  programs: Record<'first' | 'second' | 'jobs', Program>
  /** Runs one of the operator's commands against it. */
  command(...args: string[]): Promise<string>
  /** Ends everything, and removes all that it wrote. */
  stop(): Promise<void>
}

export interface ClusterOptions {
  sitePort?: number
  apiPort?: number
  /** For every process of the registry. */
  env?: Record<string, string>
  settings?: Settings
  /** Something between the processes and what they stand on: gets the port, gives the one to use. */
  between?: (what: 'primary' | 'replica' | 'blobs', port: number) => Promise<number>
}

/** What is committed outlives its process, as it would anywhere; only a crash of the machine may take it. */
const durable = { synchronous_commit: 'on', wal_keep_size: '256MB', wal_retrieve_retry_interval: 200 }

const byUs = { isStoppedByCaller: true }

/** Starts the whole shape on this machine: nothing of it is left when it is stopped. */
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
    const { between = async (_what, port) => port } = options
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-cluster-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const primary = started(await startPostgres({ ...durable, ...options.settings }, byUs))
    const replica = started(await startReplica(primary, durable, byUs))
    const swift = started(await startSwift())
    const balancer = await startBalancer({ site: options.sitePort ?? 0, api: options.apiPort ?? 0 })
    closing.push(() => balancer.close())

    const primaryPort = await between('primary', portOf(primary.url))
    const replicaPort = await between('replica', portOf(replica.url))
    const blobsPort = await between('blobs', portOf(swift.endpoint))
    const shared: Record<string, string> = {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${primaryPort},127.0.0.1:${replicaPort}/postgres`,
      DATABASE_READ_URL: `postgres://postgres@127.0.0.1:${replicaPort}/postgres`,
      BLOBS: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${blobsPort}`,
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
    const web = async (name: string) => {
      const [sitePort, apiPort] = [await findFreePort(), await findFreePort()]
      const ports = { SITE_PORT: String(sitePort), API_PORT: String(apiPort) }
      const address = (port: number) => `http://127.0.0.1:${port}`
      return {
        program: new Program(name, { ...shared, ...ports, ROLES: 'site,api' }, join(folder, `${name}.log`)),
        backend: {
          name,
          readyUrl: address(apiPort),
          doors: { site: address(sitePort), api: address(apiPort) },
        },
      }
    }
    const [first, second] = [await web('first'), await web('second')]
    const jobs = new Program('jobs', { ...shared, ROLES: 'jobs' }, join(folder, 'jobs.log'))
    // The first one makes the tables.
    for (const program of [first.program, second.program, jobs]) {
      await program.start()
      closing.push(() => program.stop())
    }
    balancer.use([first.backend, second.backend])
    return {
      siteUrl: shared['SITE_URL'] ?? '',
      apiUrl: shared['API_URL'] ?? '',
      folder,
      primary,
      replica,
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

const portOf = (url: string) => Number(new URL(url).port)
