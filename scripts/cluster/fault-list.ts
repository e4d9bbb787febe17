import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Program } from '../../bench/program.ts'
import type { RunningPostgres } from '../../server/test/postgres.ts'
import type { StallingProxy } from '../../server/test/stalling-proxy.ts'
import type { BlobNetwork } from './blob-network.ts'
import type { Cluster, ProgramName } from './cluster.ts'
import type { FakeClock } from './fake-clock.ts'
import type { SmallDisk } from './small-disk.ts'
import type { Traffic } from './traffic.ts'

export interface Ground {
  cluster: Cluster
  /** Between each process and the two servers of the database. */
  networks: Record<ProgramName, StallingProxy[]>
  blobs: BlobNetwork
  clocks: Record<ProgramName, FakeClock>
  /** On which the primary keeps its data. */
  disk: SmallDisk
  traffic: Traffic
}

export interface Fault {
  says: string
  /** Makes it fail, waits, and puts back what an operator's machines put back by themselves. */
  happen(ground: Ground): Promise<void>
}

export const longEnoughMs = 6000
const toRestartMs = 2000

/** As whatever watches over processes does. */
async function killAndRestart(program: Program): Promise<void> {
  await program.kill()
  await pause(toRestartMs)
  await program.start()
}

async function haltAndRestart(
  server: RunningPostgres,
  how: 'fast' | 'immediate' | 'kill',
  awayMs = longEnoughMs,
): Promise<void> {
  await server.halt(how)
  await pause(awayMs)
  await server.start()
}

/** Networks that fall silent without closing anything, and speak again. */
async function silence(networks: readonly StallingProxy[], silentMs: number): Promise<void> {
  for (const network of networks) network.stall()
  await pause(silentMs)
  for (const network of networks) network.flow()
}

async function whileBlobsAre(state: BlobNetwork['state'], { blobs }: Ground): Promise<void> {
  blobs.state = state
  await pause(longEnoughMs)
  blobs.state = 'well'
}

/** The clocks of some processes are wrong for a while, and then right. */
async function whileClocksDiffer(
  { clocks, traffic }: Ground,
  wrong: Partial<Record<ProgramName, number>>,
): Promise<void> {
  traffic.clocksDiffer = true
  for (const [name, seconds] of Object.entries(wrong)) clocks[name as ProgramName].jump(seconds)
  await pause(2 * longEnoughMs)
  for (const name of Object.keys(wrong)) clocks[name as ProgramName].jump(0)
  await pause(longEnoughMs)
  traffic.clocksDiffer = false
}

const hour = 3600

export const faults: Record<string, Fault> = {
  'kill-web': {
    says: 'a process for site and API is killed',
    happen: ({ cluster }) => killAndRestart(cluster.programs.first),
  },
  'kill-jobs': {
    says: 'the process for jobs is killed',
    happen: ({ cluster }) => killAndRestart(cluster.programs.jobs),
  },
  'restart-database': {
    says: 'the database is restarted',
    happen: ({ cluster }) => haltAndRestart(cluster.primary, 'fast', toRestartMs),
  },
  'crash-database': {
    says: 'the database crashes',
    happen: ({ cluster }) => haltAndRestart(cluster.primary, 'immediate'),
  },
  'lose-replica': {
    says: 'the replica is gone',
    happen: ({ cluster }) => haltAndRestart(cluster.replica, 'immediate'),
  },
  'lag-replica': {
    says: 'the replica stands still',
    async happen({ cluster: { replica } }) {
      await onServer(replica.url, 'select pg_wal_replay_pause()')
      await pause(longEnoughMs)
      await onServer(replica.url, 'select pg_wal_replay_resume()')
    },
  },
  'silent-network': {
    says: 'the network to the database falls silent',
    happen: ({ networks }) => silence(Object.values(networks).flat(), 3 * longEnoughMs),
  },
  'cut-off': {
    says: 'one process is cut off from the database',
    happen: ({ networks }) => silence(networks.first, 3 * longEnoughMs),
  },
  'cut-network': {
    says: 'all connections to the database break',
    async happen({ networks }) {
      for (const network of Object.values(networks).flat()) network.cut()
    },
  },
  'slow-blobs': { says: 'the object store is slow', happen: (ground) => whileBlobsAre('slow', ground) },
  'gone-blobs': { says: 'the object store is gone', happen: (ground) => whileBlobsAre('gone', ground) },
  'full-blobs': { says: 'the object store is full', happen: (ground) => whileBlobsAre('full', ground) },
  'wrong-blobs': {
    says: 'the object store gives other bytes',
    happen: (ground) => whileBlobsAre('wrong', ground),
  },
  'full-database': {
    says: "the database's disk is full",
    async happen({ cluster: { primary }, disk }) {
      disk.fill()
      // What lies ready of its log would last for a while: it is to need a new piece.
      for (let piece = 0; piece < 40; piece++) await useUpLog(primary.url)
      await pause(longEnoughMs)
      disk.free()
      await pause(toRestartMs)
      if (!primary.isRunning()) await primary.start()
    },
  },
  'clock-forward': {
    says: 'the clocks of one process and of the jobs are an hour ahead',
    happen: (ground) => whileClocksDiffer(ground, { first: hour, jobs: hour }),
  },
  'clock-back': {
    says: 'the clocks of one process and of the jobs are an hour behind',
    happen: (ground) => whileClocksDiffer(ground, { second: -hour, jobs: -hour }),
  },
  failover: {
    says: 'the primary is killed and the replica promoted',
    async happen({ cluster }) {
      const { primary, replica } = cluster
      // Without waiting for the replica, what was committed last would die with the primary.
      await onServer(primary.url, "alter system set synchronous_standby_names = '*'")
      await onServer(primary.url, 'select pg_reload_conf()')
      await pause(longEnoughMs)
      await primary.halt('kill')
      await pause(toRestartMs)
      await replica.promote()
      cluster.leadDatabaseTo(replica)
    },
  },
}

/** Fails where the server has no room, which is what it is for. */
async function useUpLog(url: string): Promise<void> {
  await onServer(url, "select pg_logical_emit_message(false, 'ballast', 'x'); select pg_switch_wal()").catch(
    () => {},
  )
}

export async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client.query(statement).finally(() => client.end())
}
